#include "lab/simulation/divergence.hpp"

#include <array>

#include "exons/sequences/genetic_code.hpp"

namespace exonweave {
namespace {

constexpr std::string_view codon_letters = "ACGT";
constexpr std::int64_t longest_indel = 3;  // codons

// Another base at `position` that makes no stop of a codon; the base itself where there is none or it is ambiguous.
char substituted(const std::string& codon, std::size_t position, random_source& random) {
  std::string choices;
  for (const char base : codon_letters) {
    std::string changed = codon;
    changed[position] = base;
    if (base != codon[position] && (codon.size() < codon_length || !is_stop_codon(changed))) choices += base;
  }
  if (choices.empty() || codon_letters.find(codon[position]) == std::string_view::npos) return codon[position];
  return choices[random.below(choices.size())];
}

// A codon of the original and what became of it; empty: nothing, it was deleted or inserted.
void count_amino_acids(std::string_view codon, std::string_view changed, diverged_sequence& result) {
  const auto shown = codon.empty() ? changed : codon;
  if (shown.size() < codon_length || is_stop_codon(shown)) return;
  ++result.protein_columns;
  if (!codon.empty() && !changed.empty())
    result.protein_matches += translate_codon(codon) == translate_codon(changed) ? 1 : 0;
}

void append_substituted(std::string_view codon, std::uint32_t rate, random_source& random, diverged_sequence& result) {
  std::string changed(codon);
  for (std::size_t position = 0; position < changed.size(); ++position)
    if (random.chance(rate)) changed[position] = substituted(changed, position, random);
  for (std::size_t position = 0; position < changed.size(); ++position)
    result.matches += changed[position] == codon[position] ? 1 : 0;
  result.columns += static_cast<std::int64_t>(changed.size());
  result.residues += changed;
  count_amino_acids(codon, changed, result);
}

void append_insertion(std::int64_t n_codons, random_source& random, diverged_sequence& result) {
  for (std::int64_t n = 0; n < n_codons; ++n) {
    const auto codon = random_sense_codon(random);
    result.residues += codon;
    count_amino_acids({}, codon, result);
  }
  result.columns += n_codons * static_cast<std::int64_t>(codon_length);
}

void count_deletion(std::string_view codon, diverged_sequence& result) {
  result.columns += static_cast<std::int64_t>(codon_length);
  count_amino_acids(codon, {}, result);
}

double percent(std::int64_t part, std::int64_t whole) {
  return whole == 0 ? 0 : 100.0 * static_cast<double>(part) / static_cast<double>(whole);
}

}  // namespace

double diverged_sequence::percent_identity() const { return percent(matches, columns); }

double diverged_sequence::percent_protein_identity() const { return percent(protein_matches, protein_columns); }

diverged_sequence diverge(std::string_view coding, const divergence_rates& rates, random_source& random) {
  diverged_sequence result;
  const std::size_t n_codons = coding.size() / codon_length;
  std::size_t deleted_to = 0;  // codons before this one are deleted
  for (std::size_t k = 0; k < n_codons; ++k) {
    const auto codon = coding.substr(k * codon_length, codon_length);
    const bool is_border = k == 0 || k + 1 == n_codons;
    if (!is_border && k >= deleted_to && random.chance(rates.indel)) {
      const std::int64_t length = random.between(1, longest_indel);
      if (random.chance(per_million / 2))
        append_insertion(length, random, result);
      else
        deleted_to = k + static_cast<std::size_t>(length);
    }
    if (!is_border && k < deleted_to)
      count_deletion(codon, result);
    else
      append_substituted(codon, is_border ? 0 : rates.substitution, random, result);
  }
  append_substituted(coding.substr(n_codons * codon_length), rates.substitution, random, result);
  return result;
}

std::string random_sense_codon(random_source& random) {
  std::string codon(codon_length, 'N');
  do {
    for (char& base : codon) base = codon_letters[random.below(codon_letters.size())];
  } while (is_stop_codon(codon));
  return codon;
}

std::string random_stop_codon(random_source& random) {
  static constexpr std::array stops = {"TAA", "TAG", "TGA"};
  return stops[random.below(stops.size())];
}

}  // namespace exonweave

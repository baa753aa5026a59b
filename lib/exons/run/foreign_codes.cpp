#include "exons/run/foreign_codes.hpp"

#include <algorithm>
#include <optional>
#include <string_view>
#include <unordered_map>

namespace exonweave {
namespace {

constexpr std::string_view bases = "ACGT";

// Of the bases of a model, by forward coordinate.
std::unordered_map<std::int64_t, char> bases_of(const gene_model& model) {
  std::unordered_map<std::int64_t, char> letters;
  const bool is_forward = model.on == strand::forward;
  std::size_t next = 0;
  for (std::size_t e = 0; e < model.exons.size(); ++e) {
    const interval where = model.exons[is_forward ? e : model.exons.size() - 1 - e].where;
    for (std::int64_t n = 0; n < where.length(); ++n)
      letters[is_forward ? where.start + n : where.end - 1 - n] = model.coding[next++];
  }
  return letters;
}

// In the order of codon_weights. Nothing where a base is ambiguous.
std::optional<std::size_t> codon_in(const aligned_symbol& column,
                                    const std::unordered_map<std::int64_t, char>& letters) {
  std::size_t codon = 0;
  for (const std::int64_t base : column.bases) {
    const auto found = letters.find(base);
    const std::size_t number = found == letters.end() ? bases.npos : bases.find(found->second);
    if (number == bases.npos) return std::nullopt;
    codon = codon_weights::n_bases * codon + number;
  }
  return codon;
}

// Those that overlap are one.
std::size_t count_apart(std::vector<interval> places) {
  std::ranges::sort(places);
  std::size_t n = 0;
  std::int64_t end = -1;
  for (const interval& each : places) {
    if (each.start >= end) ++n;
    end = std::max(end, each.end);
  }
  return n;
}

}  // namespace

void foreign_code_search::add(const gene_model& model, const target& aligned) {
  if (model.kind != molecule::protein || model.n_internal_stops == 0) return;
  sequence_evidence& evidence = sequences_[model.sequence];
  const auto letters = bases_of(model);
  for (const aligned_symbol& column : model.alignment.unpack()) {
    if (!column.in_target || column.residue == 0) continue;
    const char residue = aligned.residues[*column.in_target];
    const auto codon = codon_in(column, letters);
    if (!codon || residue < 'A' || residue > 'Z') continue;
    ++evidence.pairs[*codon][static_cast<std::size_t>(residue - 'A')];
    if (column.residue == '*') evidence.genes[residue].push_back(model.span());
  }
}

std::vector<int> foreign_code_search::fitting_codes(const sequence_evidence& evidence, const genetic_code& own) {
  const auto n_alike = [&](const genetic_code& code) {
    std::uint64_t n = 0;
    for (std::size_t codon = 0; codon < codon_weights::n_codons; ++codon)
      if (const char amino = translate_codon(codon_of(codon), code); amino != '*')
        n += evidence.pairs[codon][static_cast<std::size_t>(amino - 'A')];
    return n;
  };
  std::vector<int> best;
  std::uint64_t most = n_alike(own) + 1;
  for (const int id : genetic_code::ids()) {
    const std::uint64_t n = n_alike(genetic_code(id));
    if (n > most) best.clear();
    if (n >= most) best.push_back(id);
    most = std::max(most, n);
  }
  return best;
}

std::vector<foreign_code> foreign_code_search::found() const {
  constexpr std::size_t fewest_genes = 2, fewest_pairs = 3;
  std::vector<foreign_code> found;
  for (const auto& [sequence, evidence] : sequences_)
    for (const auto& [residue, genes] : evidence.genes) {
      const genetic_code& own = codes_.of_sequence(sequence);
      foreign_code one{sequence, residue, {}, count_apart(genes), {}};
      std::size_t n_stops = 0, n_own = 0;
      for (std::size_t codon = 0; codon < codon_weights::n_codons; ++codon) {
        const std::uint32_t n = evidence.pairs[codon][static_cast<std::size_t>(residue - 'A')];
        const std::string letters = codon_of(codon);
        const char amino = translate_codon(letters, own);
        if (amino == residue) n_own += n;
        if (amino != '*' || n == 0) continue;
        n_stops += n;
        one.codons.push_back(letters);
      }
      if (one.n_genes < fewest_genes || n_stops < fewest_pairs || n_stops < n_own) continue;
      one.fitting = fitting_codes(evidence, own);
      found.push_back(std::move(one));
    }
  return found;
}

}  // namespace exonweave

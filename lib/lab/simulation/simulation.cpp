#include "lab/simulation/simulation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "exons/sequences/genetic_code.hpp"
#include "exons/sequences/genome.hpp"
#include "lab/simulation/simulated_locus.hpp"

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

namespace {

// Streams of random numbers: loci and targets have one each, so that rates change nothing in the genome.
enum class stream : std::uint64_t { loci = 1, targets = 2 };

random_source make_source(std::uint64_t seed, stream which) {
  return random_source(seed, static_cast<std::uint64_t>(which));
}

// The locus as it stands on the sequence's forward strand, its places still counted from its own start.
void turn_round(locus_draft& locus) {
  const auto length = static_cast<std::int64_t>(locus.residues.size());
  locus.residues = reverse_complement(locus.residues);
  for (auto& exon : locus.gene) exon = flip(exon, length);
  std::reverse(locus.gene.begin(), locus.gene.end());
  for (auto& exon : locus.exons) {
    exon.where = flip(exon.where, length);
    exon.on = strand::reverse;
  }
}

interval moved(interval where, std::int64_t by) { return {where.start + by, where.end + by}; }

void append_locus(simulated_sequence& sequence, locus_draft locus, strand on) {
  if (on == strand::reverse) turn_round(locus);
  const auto offset = static_cast<std::int64_t>(sequence.residues.size());
  simulated_gene gene{fmt::format("{}.g{}", sequence.name, sequence.genes.size() + 1), on, {}};
  for (const auto& exon : locus.gene) gene.exons.push_back(moved(exon, offset));
  for (auto exon : locus.exons) {
    exon.where = moved(exon.where, offset);
    sequence.candidates.push_back(exon);
  }
  sequence.genes.push_back(std::move(gene));
  sequence.residues += locus.residues;
}

simulated_sequence make_sequence(const sequence_plan& plan, const std::optional<site_plan>& sites,
                                 random_source& random) {
  simulated_sequence sequence{plan.name, {}, {}, {}};
  for (const auto& planned : plan.loci) {
    auto locus = draft_gene(planned, random);
    if (sites) draw_sites(locus, *sites, random);
    add_decoys(locus, planned.n_decoys, planned.sum_of_decoys, random);
    append_locus(sequence, std::move(locus), planned.on);
  }
  std::sort(sequence.candidates.begin(), sequence.candidates.end(),
            [](const auto& a, const auto& b) { return a.where < b.where; });
  return sequence;
}

// Insertions and deletions are given up when they lead out of the limits again and again.
diverged_sequence diverge_within(const std::string& coding, const simulation_plan& plan, random_source& random) {
  constexpr int max_tries = 20;
  for (int n = 0; n < max_tries; ++n) {
    auto copy = diverge(coding, plan.rates, random);
    const auto length = static_cast<std::int64_t>(copy.residues.size());
    if (plan.shortest_target <= length && length <= plan.longest_target) return copy;
  }
  return diverge(coding, {plan.rates.substitution, 0}, random);
}

void add_targets(const simulation_plan& plan, std::size_t sequence_index, simulation& made, random_source& random) {
  const auto& sequence = made.sequences[sequence_index];
  const auto length = static_cast<std::int64_t>(sequence.residues.size());
  for (std::size_t g = 0; g < sequence.genes.size(); ++g) {
    const auto& gene = sequence.genes[g];
    const std::string coding = coding_sequence(sequence, gene);
    const interval span{gene.exons.front().start, gene.exons.back().end};
    const interval region = plan.pairs_whole_sequences ? interval{0, length} : region_around(span, length);
    for (std::size_t n = 1; n <= plan.sequences[sequence_index].loci[g].n_targets; ++n) {
      const std::string species = fmt::format("species{}", n);
      made.targets.push_back({gene.id + "." + species, species, sequence.name, region, gene.on, transcript_id(gene),
                              diverge_within(coding, plan, random)});
    }
  }
}

}  // namespace

simulation simulate(const simulation_plan& plan, std::uint64_t seed) {
  auto loci = make_source(seed, stream::loci);
  auto targets = make_source(seed, stream::targets);
  simulation made;
  for (const auto& sequence : plan.sequences) made.sequences.push_back(make_sequence(sequence, plan.sites, loci));
  for (std::size_t k = 0; k < made.sequences.size(); ++k) add_targets(plan, k, made, targets);
  return made;
}

std::string coding_sequence(const simulated_sequence& sequence, const simulated_gene& gene) {
  std::string coding;
  for (const auto& exon : gene.exons)
    coding += sequence.residues.substr(static_cast<std::size_t>(exon.start), static_cast<std::size_t>(exon.length()));
  return gene.on == strand::forward ? coding : reverse_complement(coding);
}

std::string transcript_id(const simulated_gene& gene) { return gene.id + ".t1"; }

interval region_around(interval coding_span, std::int64_t length) {
  constexpr std::int64_t surroundings = 1000;  // nt
  return {std::max<std::int64_t>(coding_span.start - surroundings, 0),
          std::min(coding_span.end + surroundings, length)};
}

std::vector<std::int8_t> coding_phases(const std::vector<interval>& exons, strand on) {
  std::vector<std::int8_t> phases(exons.size());
  std::int64_t before = 0;  // coding bases in earlier exons
  for (std::size_t n = 0; n < exons.size(); ++n) {
    const std::size_t k = on == strand::forward ? n : exons.size() - 1 - n;
    phases[k] = static_cast<std::int8_t>((3 - before % 3) % 3);
    before += exons[k].length();
  }
  return phases;
}

}  // namespace exonweave

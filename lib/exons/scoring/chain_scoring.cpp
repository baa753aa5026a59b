#include "exons/scoring/chain_scoring.hpp"

#include <algorithm>
#include <cmath>

namespace exonweave {
namespace {

spliced::substitution_matrix make_substitution(const letter_matrix& letters) {
  const auto score_of = [&](std::size_t row, std::size_t column) {
    return letters.scores[row * letters.n_letters + column];
  };
  spliced::base_scores bases;
  for (std::size_t u = 0; u < 4; ++u)
    for (std::size_t v = 0; v < 4; ++v) bases[u][v] = score_of(u, v);
  if (letters.n_letters == 4) return spliced::dna_matrix(bases);
  spliced::n_scores n;
  for (std::size_t v = 0; v < 5; ++v) n.genomic_n[v] = score_of(4, v);
  for (std::size_t u = 0; u < 4; ++u) n.target_n[u] = score_of(u, 4);
  return spliced::dna_matrix(bases, n);
}

spliced::substitution_matrix in_unit(spliced::substitution_matrix written, score_unit unit) {
  const auto n_codes = static_cast<spliced::residue_code>(written.n_codes());
  for (spliced::residue_code u = 0; u < n_codes; ++u)
    for (spliced::residue_code v = 0; v < n_codes; ++v) written.at(u, v) *= unit.per_written();
  return written;
}

intron_line in_unit(const intron_cost& written, score_unit unit) {
  return {unit.inside(written.cost),
          length_slope::of_billionths(std::llround(written.per_kb * 1e6) * unit.per_written())};
}

}  // namespace

chain_scoring make_chain_scoring(const scoring_options& options, spliced::substitution_matrix substitution,
                                 const genetic_code* code) {
  const score_unit unit = unit_of(options, code == nullptr ? molecule::dna : molecule::protein);
  chain_scoring scoring;
  scoring.substitution = in_unit(std::move(substitution), unit);
  scoring.gaps = {unit.inside(options.gap_open), unit.inside(options.gap_extend)};
  scoring.free_target_ends = options.free_target_ends;
  const std::int64_t longest = options.max_intron.value_or(0);  // 0: there are no introns
  scoring.introns = {options.min_intron, {}, longest > 0 ? longest : intron_rules::no_limit};
  for (const intron_cost& each : options.introns) scoring.introns.lines.push_back(in_unit(each, unit));
  if (code == nullptr) return scoring;
  scoring.code = *code;
  if (options.coding_end_open)
    scoring.residue_ends = {unit.inside(*options.coding_end_open), unit.inside(options.coding_end_extend)};
  scoring.incomplete = unit.inside(options.incomplete);
  scoring.frameshift = unit.inside(options.frameshift);
  scoring.internal_stop = unit.inside(options.internal_stop);
  return scoring;
}

spliced::substitution_matrix dna_substitution(const scoring_options& options) {
  return options.matrix ? make_substitution(*options.matrix)
                        : spliced::dna_matrix(spliced::match_mismatch(options.match, options.mismatch));
}

namespace {

using spliced::residue_code;
using spliced::score;

std::int64_t count_recoded_stops(const strand_region& region, const genetic_code& code) {
  std::int64_t n = 0;
  for (std::int64_t base = region.start; base + static_cast<std::int64_t>(codon_length) <= region.end(); ++base)
    n += is_recoded_stop(code.translate(region.at(base), region.at(base + 1), region.at(base + 2))) ? 1 : 0;
  return n;
}

// What forbids one, as large as scores allow: a path may go over all of them, and each counts twice in what bounds its
// score (score_bound), which together is half of score_limit. A chain that goes over one scores less than half of it
// (is_forbidden).
std::optional<score> forbidding_cost(std::int64_t n_stops, std::int64_t gain) {
  constexpr std::int64_t most = std::int64_t{1} << 22;
  const std::int64_t cost = std::min(most, spliced::score_limit / (4 * (n_stops + 1)));
  return cost / 2 <= gain ? std::nullopt : std::optional(static_cast<score>(cost));
}

// By codons that no residue is aligned with.
std::int64_t max_in_gaps(const strand_region& region, const chain_scoring& scoring) {
  const auto n_codons = std::ssize(region.residues) / static_cast<std::int64_t>(codon_length);
  return scoring.coding ? n_codons * scoring.coding->largest() : 0;
}

}  // namespace

bool has_recoded_stops(std::string_view protein, const genetic_code& code) {
  const auto reads = [code = code.with_recoded_stops()](std::string_view codon, char letter) {
    return translate_codon(codon, code) == letter;
  };
  const auto has = [protein](char letter) { return protein.find(letter) != std::string_view::npos; };
  return (has('U') && reads("TGA", 'U')) || (has('O') && reads("TAG", 'O'));
}

score max_gain(std::string_view protein, const chain_scoring& scoring) {
  constexpr score max_of_sites = 1000;  // of a chain's first and last sites, beyond what its introns cost
  std::int64_t gain = max_of_sites;
  for (const char letter : protein) {
    const residue_code symbol = spliced::amino_code(letter);
    score most = 0;
    for (residue_code residue = 0; residue < spliced::n_amino_codes; ++residue)
      most = std::max(most, scoring.substitution(residue, symbol));
    gain += most;
  }
  return static_cast<score>(std::min<std::int64_t>(gain, spliced::score_limit));
}

chain_scoring with_recoded_stops(const chain_scoring& scoring, const strand_region& region, score gain) {
  const genetic_code code = scoring.code->with_recoded_stops();
  const auto cost = scoring.internal_stop
                        ? scoring.internal_stop
                        : forbidding_cost(count_recoded_stops(region, code), gain + max_in_gaps(region, scoring));
  if (!cost) return scoring;
  chain_scoring made = scoring;
  made.code = code;
  made.recoded_stop = cost;
  for (const auto& [letter, like] : {std::pair('U', 'C'), std::pair('O', 'K')}) {
    const residue_code recoded = spliced::amino_code(letter), known = spliced::amino_code(like);
    const score match = std::max(scoring.substitution(recoded, recoded), scoring.substitution(known, known));
    for (residue_code symbol = 0; symbol < spliced::n_amino_codes; ++symbol)
      made.substitution.at(recoded, symbol) = scoring.substitution(spliced::stop_amino, symbol);
    made.substitution.at(recoded, recoded) = match + *cost;
  }
  return made;
}

}  // namespace exonweave

#include "exons/scoring/chain_scoring.hpp"

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

}  // namespace exonweave

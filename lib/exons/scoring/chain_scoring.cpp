#include "exons/scoring/chain_scoring.hpp"

namespace exonweave {
namespace {

spliced::substitution_matrix make_substitution(const letter_matrix& letters) {
  const auto at = [&](std::size_t row, std::size_t column) {
    return letters.scores[row * letters.n_letters + column];
  };
  spliced::base_scores bases;
  for (std::size_t u = 0; u < 4; ++u)
    for (std::size_t v = 0; v < 4; ++v) bases[u][v] = at(u, v);
  if (letters.n_letters == 4) return spliced::dna_matrix(bases);
  spliced::n_scores n;
  for (std::size_t v = 0; v < 5; ++v) n.genomic_n[v] = at(4, v);
  for (std::size_t u = 0; u < 4; ++u) n.target_n[u] = at(u, 4);
  return spliced::dna_matrix(bases, n);
}

}  // namespace

chain_scoring make_chain_scoring(const scoring_options& options, spliced::substitution_matrix substitution,
                                 const genetic_code* code) {
  chain_scoring scoring;
  scoring.substitution = std::move(substitution);
  scoring.gaps = {options.gap_open, options.gap_extend};
  scoring.free_target_ends = options.free_target_ends;
  scoring.introns = {options.min_intron, options.intron, options.intron_per_kb};
  if (code == nullptr) return scoring;
  scoring.code = *code;
  if (options.coding_end_open) scoring.residue_ends = {*options.coding_end_open, options.coding_end_extend};
  scoring.incomplete = options.incomplete;
  scoring.frameshift = options.frameshift;
  scoring.internal_stop = options.internal_stop;
  return scoring;
}

spliced::substitution_matrix dna_substitution(const scoring_options& options) {
  return options.matrix ? make_substitution(*options.matrix)
                        : spliced::dna_matrix(spliced::match_mismatch(options.match, options.mismatch));
}

}  // namespace exonweave

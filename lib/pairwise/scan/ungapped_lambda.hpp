// The scale of scores of alignments without gaps (Karlin and Altschul 1990): lambda with
//
//   sum over i, j of p_i q_j exp(lambda s_ij) = 1          p, q: how often residues are in the sequence and in the
//                                                          query
#pragma once

#include <optional>

#include "pairwise/scan/residue_shares.hpp"
#include "spliced/scoring/substitution.hpp"

namespace exonweave {

/// Of scores d(sequence, query). Nothing where the mean score is not below 0 or no score is above 0.
std::optional<double> ungapped_lambda(const spliced::substitution_matrix& matrix, const residue_shares& query,
                                      const residue_shares& sequence);

}  // namespace exonweave

// Scores for proteins of two compositions (Yu, Wootton and Altschul 2003, PNAS 100:15688; Yu and Altschul 2005,
// Bioinformatics 21:902; Altschul et al. 2005, FEBS Journal 272:5101).
//
// The scores s of a matrix imply target frequencies q, how often residues i and j are paired in related proteins, and
// compositions p and p':
//
//   q_ij = p_i p'_j exp(lambda s_ij)     sum over j of q_ij = p_i     sum over i of q_ij = p'_j
//
// For other compositions P and P' the target frequencies Q are the nearest to q, with the least sum of Q_ij ln(Q_ij /
// q_ij), among all with these sums and a given relative entropy, the sum of Q_ij ln(Q_ij / (P_i P'_j)). By Lagrange's
// multipliers they are
//
//   Q_ij = a_i q_ij^t b_j
//
// Rows and columns are scaled in turn until they have their sums (Sinkhorn 1967), with the t that gives the relative
// entropy. New scores are ln(Q_ij / (P_i P'_j)) / lambda.
#pragma once

#include <array>
#include <optional>

#include "pairwise/scan/residue_shares.hpp"
#include "spliced/scoring/substitution.hpp"

namespace exonweave {

/// [residues of a sequence][residues of a query]
using residue_pairs = std::array<residue_shares, n_kinds_of_residues>;

struct target_frequencies {
  residue_pairs pairs{};        // q; sums to 1
  residue_shares sequence{};    // p
  residue_shares query{};       // p'
  double relative_entropy = 0;  // of q to p and p', nats
};

/// Of scores d(sequence, query). Nothing where they imply none: they are not log-odds of any proteins.
std::optional<target_frequencies> implied_frequencies(const spliced::substitution_matrix& matrix);

/// Q. All shares must be above 0. Nothing where there are none, or none can be computed: pairs of nearly one kind of
/// residue tell too little for the relative entropy.
std::optional<residue_pairs> adjusted_frequencies(const target_frequencies& frequencies, const residue_shares& sequence,
                                                  const residue_shares& query, double relative_entropy);

}  // namespace exonweave

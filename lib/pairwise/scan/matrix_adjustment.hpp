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
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "exons/sequences/alphabet.hpp"
#include "spliced/scoring/alphabet.hpp"
#include "spliced/scoring/substitution.hpp"

namespace exonweave {

// How often each of the 20 amino acids is.

/// Shares of the 20 amino acids, which sum to 1.
using residue_shares = std::array<double, n_kinds_of_residues>;

/// Of the residues that are one of the 20; nothing where there is none.
std::optional<residue_shares> shares_of(std::span<const spliced::residue_code> residues);

/// How many residues are one of the 20.
std::size_t count_known(std::span<const spliced::residue_code> residues);

/// residue_frequencies rounded to 10,000 residues, by which E-values of scans are made. What is drawn depends on the
/// scale, so by the finer one they would be others.
constexpr auto usual_residues = [] {
  std::array<std::uint16_t, n_kinds_of_residues> made{};
  for (std::size_t k = 0; k < n_kinds_of_residues; ++k)
    made[k] = static_cast<std::uint16_t>((residue_frequencies[k] + 5) / 10);
  return made;
}();

/// Those of proteins as they are.
const residue_shares& usual_shares();

/// The square root of the Jensen-Shannon divergence in nats, which is a metric (Endres and Schindelin 2003): 0 for the
/// same ones.
double distance(const residue_shares& one, const residue_shares& other);

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

// The scale of scores of alignments without gaps (Karlin and Altschul 1990): lambda with
//
//   sum over i, j of p_i q_j exp(lambda s_ij) = 1          p, q: how often residues are in the sequence and in the
//                                                          query

/// Of scores d(sequence, query). Nothing where the mean score is not below 0 or no score is above 0.
std::optional<double> ungapped_lambda(const spliced::substitution_matrix& matrix, const residue_shares& query,
                                      const residue_shares& sequence);

}  // namespace exonweave

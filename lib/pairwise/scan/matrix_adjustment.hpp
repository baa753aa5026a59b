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

#include "exons/sequences/genetic_code.hpp"
#include "pairwise/scan/scan_engine.hpp"
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

// Scores for pairs of proteins whose compositions are not the usual ones (composition-based statistics).
//
// E-values expect proteins of usual composition. There are two ways to have scores that they hold for:
//
//   scaled    Schaffer et al. 2001, Nucleic Acids Research 29:2994. For the compositions p of a query and q of a
//             sequence the scores s have another scale, lambda with
//
//               sum over i, j of p_i q_j exp(lambda s_ij) = 1                        (Karlin and Altschul 1990)
//
//             than for usual ones. Scores are multiplied by the ratio of both, where that is below 1; gaps cost what
//             they cost. An alignment that scores above 0 has pairs that sum to more than that, so with
//             smaller pairs it scores no more: what does not score enough without the adjustment does not with it.
//   adjusted  as above: scores of their own for each pair of compositions, conditioned as in Altschul et al. 2005, FEBS
//             Journal 272:5101. Alignments may gain by them.

enum class composition_mode { none, scaled, adjusted };

/// Units of an adjusted matrix in one of the matrix itself.
constexpr spliced::score adjusted_units = 256;

/// The nearest score, of one in units of an adjusted matrix.
constexpr spliced::score in_whole_units(spliced::score adjusted) {
  return (adjusted + adjusted_units / 2) / adjusted_units;
}

class composition_adjustment {
 public:
  /// `scoring`'s matrix must outlive it. Throws std::invalid_argument for `adjusted` where the scores imply no
  /// frequencies.
  composition_adjustment(const scan_scoring& scoring, composition_mode mode);

  /// Scores for a pair, in smaller units, rounded down. Nothing: the scores as they are.
  [[nodiscard]] std::optional<spliced::substitution_matrix> matrix_for(
      std::span<const spliced::residue_code> query, std::span<const spliced::residue_code> sequence) const;
  /// What gaps cost in these units.
  [[nodiscard]] spliced::gap_costs gaps() const;

  /// What scores of such a pair are multiplied by in mode `scaled`: 1/2 to 1. BLAST bounds it likewise.
  [[nodiscard]] double ratio(const residue_shares& query, const residue_shares& sequence) const;
  /// The matrix times a ratio of at most 1: no alignment gains by it.
  [[nodiscard]] spliced::substitution_matrix scaled(double ratio) const;

 private:
  // Of one of the two.
  struct counted_residues {
    std::size_t n = 0;  // that are one of the 20
    residue_shares shares{};
  };
  [[nodiscard]] bool is_to_scale(const counted_residues& query, const counted_residues& sequence) const;
  // Nothing where there is none for such compositions.
  [[nodiscard]] std::optional<spliced::substitution_matrix> adjusted(const counted_residues& query,
                                                                     const counted_residues& sequence) const;

  scan_scoring scoring_;
  composition_mode mode_;
  std::optional<double> usual_lambda_;
  std::optional<target_frequencies> implied_;
};

}  // namespace exonweave

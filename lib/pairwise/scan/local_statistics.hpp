// E-values and bit scores of local alignments of two sequences (Karlin and Altschul 1990; gapped: Altschul and Gish
// 1996), with the finite-size correction of Park, Sheetlin, Ma, Madden and Spouge 2012 (BMC Research Notes 5:286): an
// alignment must fit into both sequences, so that fewer places than m n are left for it to end in.
//
// Lengths of an alignment that scores S, in either sequence, follow a normal distribution:
//
//   mean l(S) = a S + b      variance v(S) = alpha S + beta      covariance of both lengths c(S) = sigma S + tau
//
// and with x+ = max(x, 0), x of the first of its standard deviation, for m residues, and n likewise:
//
//   E+(m)      = E (m - length)+ = (m - l) Phi(x) + sqrt(v) phi(x),    x = (m - l) / sqrt(v)
//   area(m, n) = E+(m) E+(n) + c Phi(x of m) Phi(x of n)
//   E          = K area(m, n) exp(-lambda S)                           of one pair; in a database: x its residues / n
#pragma once

#include <cstdint>
#include <span>

#include "spliced/scoring/score.hpp"

namespace exonweave {

/// `per_score` S + `base`.
struct linear_growth {
  double per_score = 0;
  double base = 0;
};

struct local_statistics {
  double lambda = 0;           // per unit of the scores, above 0
  double k = 0;                // above 0
  linear_growth length{};      // a, b
  linear_growth variance{};    // alpha, beta
  linear_growth covariance{};  // sigma, tau

  /// What is left of m n for alignments that score so much to end in. At least 0.
  [[nodiscard]] double area(spliced::score score, double m, double n) const;

  /// How many alignments are expected by chance that score at least so much, of a query of m residues with a database
  /// that has `n_residues`, as the sequence of n residues shows them.
  [[nodiscard]] double e_value(spliced::score score, double m, double n, double n_residues) const;

  /// (lambda S - ln K) / ln 2.
  [[nodiscard]] double bits(spliced::score score) const;
};

/// The least score that may have an E-value of at most `e_value` > 0 with a sequence of one of these lengths
/// (ascending, each once), `largest` being what a residue can score at most. Alignments that score less need not be
/// looked for; not all that score more are rare enough. At least 1, at most score_limit.
spliced::score least_score(const local_statistics& statistics, double e_value, double m,
                           std::span<const std::uint32_t> lengths, double n_residues, spliced::score largest);

}  // namespace exonweave

// How many alignments score so much by chance: E-values and bit scores (Karlin and Altschul 1990; gapped: Altschul and
// Gish 1996).
//
//   E = K space exp(-lambda S)
//
// alignments are expected that score at least S, where `space` is how many pairs of places they may end at: m n of a
// query of m letters and a sequence of n. The best score has P(S <= s) = exp(-E(s)), a Gumbel distribution.
//
// The finite-size correction of Park, Sheetlin, Ma, Madden and Spouge 2012 (BMC Research Notes 5:286): an alignment
// must fit into both sequences, so that fewer places than m n are left. Lengths of an alignment that scores S, in
// either sequence, follow a normal distribution:
//
//   mean l(S) = a S + b      variance v(S) = alpha S + beta      covariance of both lengths c(S) = sigma S + tau
//
// and with x+ = max(x, 0), x of the first of its standard deviation, for m letters, and n likewise:
//
//   E+(m)      = E (m - length)+ = (m - l) Phi(x) + sqrt(v) phi(x),    x = (m - l) / sqrt(v)
//   area(m, n) = E+(m) E+(n) + c Phi(x of m) Phi(x of n)
//   E          = K area(m, n) exp(-lambda S)                           of one pair; in a database: x its letters / n
#pragma once

#include <optional>
#include <span>

namespace exonweave {

/// `per_score` S + `base`.
struct linear_growth {
  double per_score = 0;
  double base = 0;

  [[nodiscard]] double value(double score) const { return per_score * score + base; }
};

struct score_law {
  double lambda = 0;           // per unit of the scores, above 0
  double k = 0;                // above 0
  linear_growth length{};      // a, b; without these three nothing is corrected
  linear_growth variance{};    // alpha, beta
  linear_growth covariance{};  // sigma, tau

  [[nodiscard]] double e_value(double score, double space) const;
  /// The score, whole or not, that has the E-value `expected` > 0. `space` > 0.
  [[nodiscard]] double score_of(double expected, double space) const;
  /// (lambda S - ln K) / ln 2.
  [[nodiscard]] double bits(double score) const;

  /// What is left of m n for alignments that score so much to end in. At least 0.
  [[nodiscard]] double area(double score, double m, double n) const;
  /// Of a query of m letters with a database that has `n_letters`, as the sequence of n of them shows it.
  [[nodiscard]] double e_value(double score, double m, double n, double n_letters) const;
};

// The Gumbel distribution: what the largest of many independent values follows where each has an exponential tail, as
// the best scores of alignments to random sequences do (Karlin and Altschul 1990).

/// P(X <= x) = exp(-exp(-rate * (x - location))).
struct gumbel {
  double location = 0;  // the most frequent value
  double rate = 1;      // lambda; above 0, per unit of the value
};

/// By maximum likelihood (Lawless 1982; Eddy 1997). Nothing for fewer than two distinct values.
std::optional<gumbel> fit_gumbel(std::span<const double> sample);

}  // namespace exonweave

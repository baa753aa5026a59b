// E-values: how many chains that score as much are expected by chance where a target is tried (Karlin and Altschul
// 1990).
#pragma once

#include "spliced/scoring/score.hpp"

namespace exonweave {

/// In a search of a target of n residues in m nt of random sequence, strands counted apart, the number of distinct
/// chains that score at least S is
///
///   E = K * m * n * exp(-lambda * S)
///
/// and the best score has P(S <= s) = exp(-E(s)), a Gumbel distribution.
struct score_statistics {
  double lambda = 0;  // per unit that scores are computed in; above 0
  double k = 0;       // above 0
  double gc = 0;      // share of G and C among the bases that both are for

  /// `space` is m * n.
  [[nodiscard]] double e_value(spliced::score score, double space) const;

  /// The least score whose E-value is at most `e_value` > 0; within what scores may be.
  [[nodiscard]] spliced::score least_score(double e_value, double space) const;
};

}  // namespace exonweave

// E-values: how many chains that score as much are expected by chance where a target is tried.
#pragma once

#include <algorithm>
#include <cmath>

#include "base/statistics/score_law.hpp"
#include "spliced/scoring/score.hpp"

namespace exonweave {

/// Of distinct chains in a search of a target of n residues in m nt of random sequence, strands counted apart: the
/// space is m * n. Lambda is per unit that scores are computed in.
struct score_statistics : score_law {
  double gc = 0;  // share of G and C among the bases that it is for

  /// The least score whose E-value is at most `expected` > 0; within what scores may be.
  [[nodiscard]] spliced::score least_score(double expected, double space) const {
    constexpr double limit = spliced::score_limit;
    if (space <= 0) return -spliced::score_limit;
    return static_cast<spliced::score>(std::clamp(std::ceil(score_of(expected, space)), -limit, limit));
  }
};

}  // namespace exonweave

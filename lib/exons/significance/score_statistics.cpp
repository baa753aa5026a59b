#include "exons/significance/score_statistics.hpp"

#include <algorithm>
#include <cmath>

namespace exonweave {

double score_statistics::e_value(spliced::score score, double space) const {
  return k * space * std::exp(-lambda * score);
}

spliced::score score_statistics::least_score(double e_value, double space) const {
  if (space <= 0) return -spliced::score_limit;
  constexpr double limit = spliced::score_limit;
  const double least = std::ceil(std::log(k * space / e_value) / lambda);
  return static_cast<spliced::score>(std::clamp(least, -limit, limit));
}

}  // namespace exonweave

#include "exons/significance/score_statistics.hpp"

#include <cstdint>

namespace exonweave {

double score_statistics::e_value(spliced::score score, double space, double composition) const {
  const double value = composition * score;
  return random.e_value(value, (1 - coding_fraction) * space) + coding.e_value(value, coding_fraction * space);
}

// E falls with the score: by halves of all scores. One so low that E is infinite, or no number, has too large an E.
spliced::score score_statistics::lowest_score(double expected, double space, double composition) const {
  if (space <= 0) return -spliced::score_limit;
  std::int64_t low = -spliced::score_limit, high = spliced::score_limit;
  while (low < high) {
    const std::int64_t middle = low + (high - low) / 2;
    if (e_value(static_cast<spliced::score>(middle), space, composition) <= expected)
      high = middle;
    else
      low = middle + 1;
  }
  return static_cast<spliced::score>(low);
}

}  // namespace exonweave

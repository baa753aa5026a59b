// Columns in ranges: of the rows that edges between exons read, the largest value in each range is kept from the first
// pass, so that most rows need never be computed again.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "spliced/scoring/score.hpp"

namespace exonweave::spliced {

/// At most so much, less column_ranges::origin. The lowest stands for all that is less, and for nothing.
using range_bound = std::int16_t;

struct column_ranges {
  std::size_t n = 0;                    // 0: no bounds by range are known
  score origin = 0;                     // no row holds more than this and the largest range_bound
  std::vector<std::uint8_t> of_column;  // [n_columns]

  /// Column j is of range range_of(j).
  template <class RangeOf>
  static column_ranges by(std::size_t n_columns, score origin, const RangeOf& range_of) {
    column_ranges made{0, origin, std::vector<std::uint8_t>(n_columns)};
    for (std::size_t j = 0; j < n_columns; ++j) {
      made.of_column[j] = static_cast<std::uint8_t>(range_of(j));
      made.n = std::max<std::size_t>(made.n, range_of(j) + 1);
    }
    return made;
  }
  /// The origin for values of at most `highest`.
  static score origin_for(std::int64_t highest) {
    return static_cast<score>(highest - std::numeric_limits<range_bound>::max());
  }

  [[nodiscard]] range_bound bound_of(std::int64_t value) const {
    using limits = std::numeric_limits<range_bound>;
    return static_cast<range_bound>(std::clamp<std::int64_t>(value - origin, limits::min(), limits::max()));
  }
  [[nodiscard]] score score_of(range_bound bound) const { return origin + bound; }
};

}  // namespace exonweave::spliced

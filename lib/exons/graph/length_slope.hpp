// A cost per length of genome, in fixed point, so that costs of lengths are integers and add up exactly.
#pragma once

#include <cstdint>

#include "spliced/scoring/score.hpp"

namespace exonweave {

/// f(x) = floor(x * slope) for places x >= 0 in nt. The length [a, b) costs f(b) - f(a): within 1 of its length times
/// the slope, and cut anywhere the parts cost what the whole does.
class length_slope {
 public:
  constexpr length_slope(spliced::score per_kb = 0)  // NOLINT: a cost per 1,000 nt, >= 0
      : billionths_(std::int64_t{per_kb} * 1'000'000) {}

  /// `billionths` of a score per nt, that is millionths per 1,000 nt; in [0, 2^42].
  static constexpr length_slope of_billionths(std::int64_t billionths) {
    length_slope made;
    made.billionths_ = billionths;
    return made;
  }
  [[nodiscard]] constexpr std::int64_t billionths() const { return billionths_; }

  /// f(x), for x < 10^15. Both factors are taken apart at 10^9, so that no product leaves 64 bits:
  /// (a 10^9 + b) (c 10^9 + d) / 10^9 = a (c 10^9 + d) + b c + b d / 10^9, of which only the last is no integer.
  [[nodiscard]] constexpr std::int64_t at(std::int64_t x) const {
    if (billionths_ == 0) return 0;
    const std::int64_t a = x / billion, b = x % billion;
    const std::int64_t c = billionths_ / billion, d = billionths_ % billion;
    return a * billionths_ + b * c + b * d / billion;
  }

  constexpr bool operator==(const length_slope&) const = default;

 private:
  static constexpr std::int64_t billion = 1'000'000'000;
  std::int64_t billionths_;
};

}  // namespace exonweave

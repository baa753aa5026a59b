#include "spliced/engine/simd/lane_values.hpp"

#include <algorithm>
#include <cstdlib>

#include "spliced/engine/highest_value.hpp"

namespace exonweave::spliced {
std::optional<lane_values> lane_values::narrow(const problem& p, const path_weights& weights, const lane_range& range) {
  score min_in_gap = 0;
  for (const score each : weights.min_in_gap) min_in_gap = std::min(min_in_gap, each);
  const score largest_loss = std::max({p.gaps.open + 2 * p.gaps.extend - min_in_gap,
                                       std::abs(p.substitution->smallest()), std::abs(p.substitution->largest())});
  if (largest_loss > range.max_lost) return std::nullopt;
  if (weights.largest_weight > range.highest) return std::nullopt;  // no lane holds it
  const std::int64_t top = highest_value(p, weights.heaviest, weights.min_in_gap);
  const std::int64_t highest = top - weights.lowest_offset + weights.offset;  // of any slot
  const std::int64_t origin = highest - range.highest;
  const std::int64_t exact_above = origin + range.floor + weights.shortfall + top;
  if (2 * exact_above > top) return std::nullopt;  // too few results would be exact
  return lane_values{static_cast<score>(origin), range.floor, range.low, static_cast<score>(exact_above)};
}

}  // namespace exonweave::spliced

#include "spliced/engine/simd/lane_values.hpp"

#include <algorithm>
#include <cstdlib>

#include "spliced/engine/highest_value.hpp"

namespace exonweave::spliced {
namespace {

constexpr score narrow_highest = 32'000;
constexpr score narrow_floor = -31'000;
constexpr score narrow_low = -32'000;
// Between a floor and the smallest lane: what a row may lose before it is raised again, without wrapping round.
constexpr score most_lost = 700;

}  // namespace

std::optional<lane_values> lane_values::narrow(const problem& p, const row_schedule& schedule, score drift) {
  const score largest_loss = std::max({p.gaps.open + 2 * p.gaps.extend, std::abs(p.substitution->smallest()),
                                       std::abs(p.substitution->largest())});
  if (largest_loss > most_lost) return std::nullopt;
  if (schedule.largest_weight > narrow_highest) return std::nullopt;  // no lane holds it
  const std::int64_t top = highest_value(p, schedule);
  const std::int64_t highest = top - schedule.lowest_offset + drift;  // of any slot
  const std::int64_t origin = highest - narrow_highest;
  const std::int64_t exact_above = origin + narrow_floor + top;
  if (2 * exact_above > top) return std::nullopt;  // too few results would be exact
  return lane_values{static_cast<score>(origin), narrow_floor, narrow_low, static_cast<score>(exact_above)};
}

}  // namespace exonweave::spliced

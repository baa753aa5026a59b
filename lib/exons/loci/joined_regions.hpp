// Regions around what was found of one target on one strand: those that overlap are one, but a long row of copies is
// many.
//
//   found     [==]   [==]              [==]    [==] ...
//   regions   ------------- joined     -----|------ parted, where one were longer than may be
#pragma once

#include <algorithm>
#include <cstdint>

#include "exons/sequences/interval.hpp"

namespace exonweave {

/// A region around what was found.
struct region_around {
  interval region;
  interval found;
};

/// Whether `next`, of which what was found begins no earlier, goes into `last`: where both regions overlap. But where
/// the two would be longer than `most` nt, and what was found does not overlap, they stay apart and end halfway between
/// what was found. `last` never begins earlier than it did: it may have been parted from one before.
inline bool join_or_part(region_around& last, region_around& next, std::int64_t most) {
  if (!last.region.overlaps(next.region)) return false;
  const interval both{last.region.start, std::max(last.region.end, next.region.end)};
  if (both.length() > most && last.found.end <= next.found.start) {
    const std::int64_t border = (last.found.end + next.found.start) / 2;
    last.region.end = std::min(last.region.end, border);
    next.region.start = std::max(next.region.start, border);
    return false;
  }
  last = {both, hull(last.found, next.found)};
  return true;
}

}  // namespace exonweave

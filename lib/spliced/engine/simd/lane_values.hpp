// Which scores narrow lanes hold exactly. A lane holds score - origin.
//
// No cell can score more than `top` = the heaviest part of a path + the best substitution of every target symbol: an
// alignment gains nothing else (highest_value, which reports what gap weights add). The origin puts it at the upper
// end of the lanes. At the lower end values are raised to `floor`, so a cell is computed as at least its score,
// and a raised cell scores at most floor. A whole path over a raised cell gains at most `top` after it; so its score
// is at most origin + floor + top, and whatever scores more has met no raised cell: it is exact. (The first or the
// second half of a path is the same argument from the other end.) That is `exact_above`. Where lanes hold less than
// their scores a raised one scores as much more.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>

#include "spliced/engine/problem.hpp"
#include "spliced/graph/row_schedule.hpp"

namespace exonweave::spliced {

// What no cell of a problem exceeds.

/// `heaviest` is the heaviest part of a path, all its residues with what they earn in gaps. Next to it there is the
/// best substitution of every target symbol, by a residue that does not earn in a gap then: at least `min_in_gap` of it
/// [codes], or 0 where that is empty. An alignment gains nothing else.
std::int64_t highest_value(const problem& p, score heaviest, std::span<const score> min_in_gap);

/// Which lanes scores may take up.
struct lane_range {
  score highest = 32'000;
  score floor = -31'000;
  score low = -32'000;
  score max_lost = 700;  // what a row may lose before it is raised again
};

/// What paths weigh, and the slots that hold their rows.
struct path_weights {
  score heaviest = 0;  // the largest sum over any part of a path, at least 0, each residue with what it earns in a gap
  std::int64_t largest_weight = 0;      // absolute, of those that are added to rows
  score lowest_offset = 0;              // of all slots, at most 0
  score offset = 0;                     // by how much lanes may exceed their scores
  std::span<const score> min_in_gap{};  // [residue codes] at most 0; codes after its end: 0
  score shortfall = 0;                  // by how much lanes may be less than their scores

  static path_weights of(const row_schedule& schedule, score offset = 0) {
    return {schedule.heaviest, schedule.largest_weight, schedule.lowest_offset, offset, schedule.min_in_gap, 0};
  }
};

struct lane_values {
  score origin = 0;
  score floor = unreachable;        // lane; closed rows are raised to it
  score low = unreachable;          // lane; stands for what nothing reaches
  score exact_above = unreachable;  // score of a whole path

  /// All scores as they are.
  static lane_values wide() { return {}; }

  /// A score as a lane: raised to the floor in 16 bits.
  template <class T>
  [[nodiscard]] T raised(score value) const {
    if constexpr (sizeof(T) == sizeof(score)) return value;
    if (!is_reachable(value)) return static_cast<T>(floor);
    return static_cast<T>(std::max(value - origin, floor));
  }

  /// 16-bit lanes; nothing when they cannot hold enough of what this target and these weights may need.
  static std::optional<lane_values> narrow(const problem& p, const path_weights& weights, const lane_range& range = {});
};

/// A score that is added to lanes; what is far below all lanes is as good as the lowest.
template <class T>
[[nodiscard]] T lane_weight(score weight) {
  if constexpr (sizeof(T) == sizeof(score)) return weight;
  return static_cast<T>(std::clamp<score>(weight, std::numeric_limits<T>::min() + 1, std::numeric_limits<T>::max()));
}

}  // namespace exonweave::spliced

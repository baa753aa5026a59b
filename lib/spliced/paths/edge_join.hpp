// What the best path over one edge is worth: the row before it and the row of the reversed problem after it, joined.
#pragma once

#include <span>
#include <vector>

#include "spliced/engine/recurrence.hpp"
#include "spliced/engine/reversal.hpp"
#include "spliced/engine/row_pass.hpp"

namespace exonweave::spliced {

class edge_join {
 public:
  explicit edge_join(row_pass& forward) : forward_(forward) {}

  /// Without the edge's weight; unreachable when there is no such path.
  [[nodiscard]] score before_weight(const edge& across, std::span<const score> after) {
    const std::span<const score> above = forward_.row(forward_.last_row(across.source));
    return join(forward_.input(), cross(forward_.input(), profile_, across, above, crossed_), after);
  }

 private:
  row_pass& forward_;
  target_profile profile_{*forward_.input().substitution, forward_.input().target};
  std::vector<score> crossed_ = std::vector<score>(forward_.input().layout().width());  // scratch
};

/// `worth` and `weight` more, where there is something.
inline score with_weight(score value, score weight) { return is_reachable(value) ? value + weight : unreachable; }

}  // namespace exonweave::spliced

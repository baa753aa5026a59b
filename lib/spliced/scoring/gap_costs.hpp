// What a gap costs.
#pragma once

#include <cstddef>

#include "spliced/scoring/score.hpp"

namespace exonweave::spliced {

/// A gap of k symbols costs open + k * extend; both >= 0. Linear with open = 0.
struct gap_costs {
  score open = 0;
  score extend = 0;
  [[nodiscard]] score of(std::size_t length) const {
    return length == 0 ? 0 : open + static_cast<score>(length) * extend;
  }
  bool operator==(const gap_costs&) const = default;
};

}  // namespace exonweave::spliced

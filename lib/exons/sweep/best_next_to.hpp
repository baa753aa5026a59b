// What chains score that lie next to a place of the track: where a track is cut in two, one chain ends before the
// cut and another begins after it.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "spliced/scoring/score.hpp"

namespace exonweave {

/// Of chains that all lie on one side of a place the best by the place: those of which no other scores as much and
/// nearer to it.
class best_next_to {
 public:
  struct chain {
    std::int64_t position;
    spliced::score value;
  };
  /// Of the best by the places where they end (or begin, with positions turned round): by position and by worth
  /// ascending.
  void add(std::int64_t position, spliced::score value);
  [[nodiscard]] std::span<const chain> all() const { return chains_; }
  /// The most that ends at a position or before it.
  [[nodiscard]] spliced::score best_to(std::int64_t position) const;

 private:
  std::vector<chain> chains_;
};

}  // namespace exonweave

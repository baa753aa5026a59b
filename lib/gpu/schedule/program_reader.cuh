// Reads a program with all lanes of a warp at once.
#pragma once

#include "gpu/schedule/lanes.cuh"

namespace exonweave::gpu {

/// The words of a program: the next one, 32 in the lanes of a warp, and the 32 behind them on their way.
class program_reader {
 public:
  EXONWEAVE_DEVICE program_reader(const std::uint32_t* words, int lane)
      : ahead_(words + 2 * warp_size + lane), held_(words[lane]), next_(words[warp_size + lane]) {
    first_ = __shfl_sync(all_lanes, held_, 0);
  }

  EXONWEAVE_DEVICE std::uint32_t take() {
    const std::uint32_t word = first_;
    ++at_;
    while (at_ == warp_size) {  // as a loop it stays a branch, seldom taken
      held_ = next_;
      next_ = *ahead_;
      ahead_ += warp_size;
      at_ = 0;
    }
    first_ = __shfl_sync(all_lanes, held_, at_);
    return word;
  }

 private:
  const std::uint32_t* ahead_;
  std::uint32_t held_, next_, first_;
  int at_ = 0;
};

}  // namespace exonweave::gpu

// How calibrations measure: round by round, by the clock that reports their work alone.
#pragma once

#include <cstddef>
#include <ctime>

#include "cli/stage_clock.hpp"

namespace exonweave::apps {

/// Work of the CPU by this process's time on processors: what else runs on the machine does not matter then.
class work_timer {
 public:
  explicit work_timer(bool is_of_gpu = false) : is_of_gpu_(is_of_gpu) {}
  [[nodiscard]] double seconds() const {
    return is_of_gpu_ ? wall_.total() : static_cast<double>(std::clock() - started_) / CLOCKS_PER_SEC;
  }

 private:
  bool is_of_gpu_;
  stage_clock wall_;
  std::clock_t started_ = std::clock();
};

/// work(0), work(1) and so on until so many seconds are over, but `fewest` at least.
template <class Work>
void for_rounds(std::size_t fewest, double seconds, const Work& work) {
  const stage_clock elapsed;
  for (std::size_t round = 0; round < fewest || elapsed.total() < seconds; ++round) work(round);
}

}  // namespace exonweave::apps

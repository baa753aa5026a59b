// The problems of a region's two strands, for targets that are read alike: made when the first target asks for them, then
// shared.
#pragma once

#include <array>
#include <memory>
#include <mutex>

#include "exons/sequences/interval.hpp"
#include "exons/solving/region_problem.hpp"

namespace exonweave {

using shared_problem = std::shared_ptr<const region_problem>;

/// Any thread may ask. They live as long as some work unit of the region does.
class strand_problems {
 public:
  /// The problem of a strand: what `make` returns, which is called once unless it throws.
  template <class Make>
  [[nodiscard]] shared_problem on(strand which, const Make& make) {
    slot& mine = slots_[static_cast<std::size_t>(which)];
    const std::lock_guard lock(mine.mutex);
    if (!mine.problem) mine.problem = make();
    return mine.problem;
  }

 private:
  struct slot {
    std::mutex mutex;
    shared_problem problem;
  };
  std::array<slot, 2> slots_;  // [strand]
};

}  // namespace exonweave

// The problems of a region's two strands, for targets that are read alike: made when the first target asks for them,
// then shared.
#pragma once

#include <array>
#include <cstdint>
#include <exception>
#include <limits>
#include <memory>
#include <mutex>
#include <optional>

#include "base/files/report.hpp"
#include "exons/sequences/interval.hpp"
#include "exons/solving/region_problem.hpp"

namespace exonweave {

using shared_problem = std::shared_ptr<const region_problem>;

/// Any thread may ask. They live as long as some work unit of the region does, or are let go.
class strand_problems {
 public:
  /// The problem of a strand: what `make` returns, which is called once unless it throws, or what it made was let go.
  /// Where it threw not_enough_memory that is thrown again, at once, to all who have no more than those `memory` bytes
  /// for it.
  template <class Make>
  [[nodiscard]] shared_problem on(strand which, const Make& make,
                                  std::uint64_t memory = std::numeric_limits<std::uint64_t>::max()) {
    slot& mine = slots_[static_cast<std::size_t>(which)];
    const std::lock_guard lock(mine.mutex);
    if (!mine.problem) mine.problem = mine.let_go.lock();
    if (mine.problem) return mine.problem;
    if (mine.too_little && memory <= *mine.too_little) std::rethrow_exception(mine.refusal);
    try {
      return mine.problem = make();
    } catch (const not_enough_memory&) {
      mine.too_little = memory;
      mine.refusal = std::current_exception();
      throw;
    }
  }

  /// Bytes of those that are there.
  [[nodiscard]] std::uint64_t bytes(bool with_reversed) {
    std::uint64_t sum = 0;
    for (slot& each : slots_) {
      const std::lock_guard lock(each.mutex);
      if (each.problem) sum += each.problem->bytes(with_reversed);
    }
    return sum;
  }

  /// Those that no target holds are gone, and made again when somebody asks.
  void let_go() {
    for (slot& each : slots_) {
      shared_problem freed;  // outside of the lock
      const std::lock_guard lock(each.mutex);
      if (each.problem) each.let_go = each.problem;
      freed.swap(each.problem);
    }
  }

 private:
  struct slot {
    std::mutex mutex;
    shared_problem problem;
    std::weak_ptr<const region_problem> let_go;
    std::optional<std::uint64_t> too_little{};  // bytes that did not do
    std::exception_ptr refusal{};               // what was thrown then
  };
  std::array<slot, 2> slots_;  // [strand]
};

}  // namespace exonweave

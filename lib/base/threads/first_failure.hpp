// Of several failures on several threads the first by place, so that what is reported does not depend on the threads.
#pragma once

#include <atomic>
#include <cstddef>
#include <exception>
#include <limits>
#include <mutex>

namespace exonweave {

class first_failure {
 public:
  /// Keeps the current exception when none at this place or before it is kept. Inside a catch block.
  void note(std::size_t place) {
    const std::lock_guard lock(mutex_);
    if (place >= place_) return;
    place_ = place;
    what_ = std::current_exception();
  }

  /// Whether what is at a place need not be done any more.
  [[nodiscard]] bool is_before(std::size_t place) const { return place_ <= place; }

  /// Throws the failure that counts, if there is one.
  void rethrow() const {
    if (what_) std::rethrow_exception(what_);
  }

 private:
  std::mutex mutex_;  // guards what_, and both together
  std::atomic<std::size_t> place_ = std::numeric_limits<std::size_t>::max();
  std::exception_ptr what_;
};

}  // namespace exonweave

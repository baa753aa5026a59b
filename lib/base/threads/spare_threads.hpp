// Threads of a run that have nothing to do, and what they do next to others: one long alignment keeps several busy.
#pragma once

#include <atomic>
#include <cstddef>
#include <future>
#include <memory>
#include <system_error>
#include <utility>

namespace exonweave {

class spare_threads {
 public:
  explicit spare_threads(std::size_t n = 0) : n_(n) {}

  void give() noexcept { n_.fetch_add(1, std::memory_order_relaxed); }
  [[nodiscard]] bool try_take() noexcept {
    std::size_t n = n_.load(std::memory_order_relaxed);
    while (n > 0)
      if (n_.compare_exchange_weak(n, n - 1, std::memory_order_relaxed)) return true;
    return false;
  }

 private:
  std::atomic<std::size_t> n_;
};

/// `work`, which can be copied, next to the caller where a thread is spare and the system has one, else when its result
/// is requested; get() throws what it throws. The future waits for work that has begun; the thread is spare again when
/// that is done.
template <class Work>
[[nodiscard]] auto start_next_to(spare_threads* spare, Work work) -> std::future<decltype(work())> {
  if (spare != nullptr && spare->try_take()) try {
      return std::async(std::launch::async, [work, spare]() mutable {
        const auto give = [](spare_threads* lender) { lender->give(); };
        const std::unique_ptr<spare_threads, decltype(give)> taken(spare, give);
        return work();
      });
    } catch (const std::system_error&) {
      spare->give();  // the system has no more threads to give: the caller does the work
    }
  return std::async(std::launch::deferred, std::move(work));
}

}  // namespace exonweave

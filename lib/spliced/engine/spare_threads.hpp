// Threads of a run that have nothing to do, and what they do beside others: one long alignment keeps several busy.
#pragma once

#include <atomic>
#include <future>
#include <memory>
#include <utility>

namespace exonweave::spliced {

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

/// `work` beside the caller where a thread is spare, else when its result is asked for; get() throws what it throws. The
/// future waits for work that has begun.
template <class Work>
[[nodiscard]] auto start_beside(spare_threads* spare, Work work) -> std::future<decltype(work())> {
  if (spare == nullptr || !spare->try_take()) return std::async(std::launch::deferred, std::move(work));
  // The thread is spare again when the work is done, or cannot begin.
  const auto done = [](spare_threads* of) { of->give(); };
  auto taken = std::unique_ptr<spare_threads, decltype(done)>(spare, done);
  return std::async(std::launch::async,
                    [work = std::move(work), taken = std::move(taken)]() mutable { return work(); });
}

}  // namespace exonweave::spliced

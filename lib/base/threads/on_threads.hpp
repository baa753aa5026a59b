// The threads of a run: what they and those who watch it say to each other ("stop", and how far it is), pieces of work
// that they take one after another, and what one with nothing to do does next to others.
#pragma once

#include <algorithm>
#include <atomic>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <future>
#include <limits>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

namespace exonweave {

/// A run was told to stop. Nothing is wrong with its input; what it has found so far is incomplete.
struct run_stopped : std::runtime_error {
  run_stopped() : std::runtime_error("the run was stopped") {}
};

/// Shared by all threads of a run; every member may be called by any of them at any time.
class run_control {
 public:
  /// Async-signal-safe: an atomic of bool is free of locks.
  void stop() noexcept { stopped_.store(true, std::memory_order_relaxed); }
  [[nodiscard]] bool is_stopped() const noexcept { return stopped_.load(std::memory_order_relaxed); }

  /// Throws run_stopped once stop() was called. To be requested between alignments, and within long ones.
  void throw_if_stopped() const {
    if (is_stopped()) throw run_stopped();
  }

  /// Of the cells that a run plans: those that are done. What is done in vain is taken back.
  void add_cells(std::uint64_t n) noexcept { cells_.fetch_add(n, std::memory_order_relaxed); }
  void take_back_cells(std::uint64_t n) noexcept { cells_.fetch_sub(n, std::memory_order_relaxed); }
  [[nodiscard]] std::uint64_t cells() const noexcept { return cells_.load(std::memory_order_relaxed); }

 private:
  static_assert(std::atomic<bool>::is_always_lock_free);
  std::atomic<bool> stopped_{false};
  std::atomic<std::uint64_t> cells_{0};
};

/// What a piece of a run counts for: known before, and counted in full however many of its passes are made. add_part()
/// may be called by several threads.
class planned_cells {
 public:
  /// `run` may be null: nobody counts.
  planned_cells(run_control* run, std::uint64_t of_pass, std::uint64_t n_passes)
      : run_(run), of_pass_(of_pass), total_(of_pass * n_passes) {}
  /// A piece that was given up counts for nothing: it may be done once more.
  ~planned_cells() {
    if (run_ != nullptr && !is_finished_) run_->take_back_cells(counted_);
  }
  planned_cells(const planned_cells&) = delete;
  planned_cells& operator=(const planned_cells&) = delete;

  /// Part k of the n, each once, that a pass consists of: all together they count for exactly one pass. n below 2^32.
  void add_part(std::uint64_t k, std::uint64_t n) noexcept { add(first_parts(k + 1, n) - first_parts(k, n)); }

  /// The piece is done: counts what passes that nobody had to make left over.
  void finish() noexcept {
    assert(counted_ <= total_);
    add(total_ - counted_);
    is_finished_ = true;
  }

 private:
  // of_pass * k / n, which need not fit 64 bits before it is divided.
  [[nodiscard]] std::uint64_t first_parts(std::uint64_t k, std::uint64_t n) const noexcept {
    return of_pass_ / n * k + of_pass_ % n * k / n;
  }
  void add(std::uint64_t n) noexcept {
    counted_.fetch_add(n, std::memory_order_relaxed);
    if (run_ != nullptr) run_->add_cells(n);
  }

  run_control* run_;
  std::uint64_t of_pass_;
  std::uint64_t total_;
  std::atomic<std::uint64_t> counted_{0};
  bool is_finished_ = false;
};

// Pieces of work that threads take one after another, and what a thread with nothing to do does next to others.

/// Of several failures on several threads the first by place, so that what is reported does not depend on the threads.
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

/// Each of up to `n_threads` threads makes a worker for itself by make_worker(), and calls worker(i) for the next i of
/// [0, n) that no other has. Of several failures the first by i is thrown; run_stopped when `control` was told to stop.
/// Where the system has fewer threads to give, those that there are do the work.
template <class MakeWorker>
void on_threads(std::size_t n_threads, std::size_t n, const run_control& control, const MakeWorker& make_worker) {
  std::mutex taking;  // guards next
  std::size_t next = 0;
  const auto take = [&] {
    const std::lock_guard lock(taking);
    return next < n ? next++ : n;
  };
  first_failure failure;
  const auto work = [&] {
    std::size_t k = 0;
    try {
      auto worker = make_worker();
      while (!control.is_stopped() && (k = take()) < n && !failure.is_before(k)) worker(k);
    } catch (...) {
      failure.note(k);
    }
  };
  {
    std::vector<std::jthread> others;
    try {
      while (others.size() + 1 < std::min(n_threads, n)) others.emplace_back(work);
    } catch (const std::system_error&) {
    }
    work();
  }
  failure.rethrow();
  control.throw_if_stopped();
}

/// Threads of a run that have nothing to do, and what they do next to others: one long alignment keeps several busy.
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

// What a run and those who watch it say to each other while engines work: "stop", and how far it is.
#pragma once

#include <atomic>
#include <cassert>
#include <cstdint>
#include <stdexcept>

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

}  // namespace exonweave

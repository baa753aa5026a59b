// What a run and those who watch it say to each other while engines work: "stop", and how far it is.
#pragma once

#include <atomic>
#include <cstdint>
#include <stdexcept>

namespace exonweave::spliced {

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

  /// Throws run_stopped once stop() was called. To be asked between alignments, and within long ones.
  void throw_if_stopped() const {
    if (is_stopped()) throw run_stopped();
  }

  /// Rows times columns that were computed.
  void add_cells(std::uint64_t n) noexcept { cells_.fetch_add(n, std::memory_order_relaxed); }
  [[nodiscard]] std::uint64_t cells() const noexcept { return cells_.load(std::memory_order_relaxed); }

 private:
  static_assert(std::atomic<bool>::is_always_lock_free);
  std::atomic<bool> stopped_{false};
  std::atomic<std::uint64_t> cells_{0};
};

}  // namespace exonweave::spliced

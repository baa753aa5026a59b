// How much memory a task may use, and what of it is in use: whoever holds something large reserves its bytes for as
// long as he holds it. Nothing is allocated here, and nothing refused: who needs memory asks first how much is left.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>

namespace exonweave {

/// Bytes of the program before it has read anything: code, libraries, and what they hold. Between 20 and 30 MB, by the
/// machine.
constexpr double bytes_of_program = 24e6;

/// What may be used, and what it is a part of. All in bytes.
struct memory_limits {
  std::uint64_t usable = 0;     // by the task, or by all tasks of a run together
  std::uint64_t max_alone = 0;  // by one task while no other one runs; 0: `usable`
  std::uint64_t held = 0;       // by all else that the run holds, besides
  std::uint64_t requested = 0;  // what the user has given for all of that; 0: nothing was said

  /// What a task is too large for.
  [[nodiscard]] std::uint64_t alone() const { return max_alone > 0 ? max_alone : usable; }
  /// Whether a task for which this is too little may have more when it runs alone.
  [[nodiscard]] bool may_grow() const { return usable < alone(); }
  /// The same for a task that may use so many bytes.
  [[nodiscard]] memory_limits within(std::uint64_t bytes) const { return {bytes, max_alone, held, requested}; }
};

class memory_reservation;

/// The account of one task, for one thread at a time. Must outlive its reservations, which refer to where it is.
class memory_budget {
 public:
  explicit memory_budget(const memory_limits& limits) : limits_(limits) {}
  memory_budget(const memory_budget&) = delete;
  memory_budget& operator=(const memory_budget&) = delete;
  ~memory_budget() { assert(reserved_ == 0); }

  [[nodiscard]] const memory_limits& limits() const { return limits_; }
  /// Bytes of all reservations: they may be more than what is usable.
  [[nodiscard]] std::uint64_t reserved() const { return reserved_; }
  /// Usable bytes that nobody has reserved.
  [[nodiscard]] std::uint64_t left() const { return limits_.usable - std::min(limits_.usable, reserved_); }

  /// So many bytes count as reserved until what is returned goes.
  [[nodiscard]] memory_reservation reserve(std::uint64_t bytes);

 private:
  friend class memory_reservation;

  memory_limits limits_;
  std::uint64_t reserved_ = 0;
};

/// Bytes of a budget, given back at its end, or when another reservation is moved into it. One that was moved from has
/// 0 bytes, as has one that is made without a budget.
class memory_reservation {
 public:
  memory_reservation() = default;
  memory_reservation(memory_reservation&& other) noexcept
      : budget_(std::exchange(other.budget_, nullptr)), bytes_(std::exchange(other.bytes_, 0)) {}
  memory_reservation& operator=(memory_reservation&& other) noexcept {
    std::swap(budget_, other.budget_);
    std::swap(bytes_, other.bytes_);
    other.give_back();
    return *this;
  }
  ~memory_reservation() { give_back(); }

  [[nodiscard]] std::uint64_t bytes() const { return bytes_; }

  /// From now on it has 0 bytes.
  void give_back() noexcept {
    if (budget_ != nullptr) budget_->reserved_ -= bytes_;
    budget_ = nullptr;
    bytes_ = 0;
  }

 private:
  friend class memory_budget;
  memory_reservation(memory_budget& budget, std::uint64_t bytes) : budget_(&budget), bytes_(bytes) {
    budget.reserved_ += bytes;
  }

  memory_budget* budget_ = nullptr;
  std::uint64_t bytes_ = 0;
};

inline memory_reservation memory_budget::reserve(std::uint64_t bytes) { return {*this, bytes}; }

// Memory that does not do: what an engine says when rows do not fit, and what helps.

/// Thrown when even the smallest plan does not fit; with `needed` bytes, the least in whole rows, it does.
struct memory_exceeded : std::runtime_error {
  memory_exceeded(std::uint64_t needed_bytes, std::uint64_t limit_bytes)
      : std::runtime_error("alignment rows need " + std::to_string(needed_bytes) + " bytes, the limit is " +
                           std::to_string(limit_bytes)),
        needed(needed_bytes),
        limit(limit_bytes) {}
  std::uint64_t needed;  // bytes
  std::uint64_t limit;   // bytes
};

/// What helps where the memory that was requested does not do: "raise --memory". So few bytes that a unit seems to be
/// missing are reported as what they are: "raise --memory: 4 are bytes, write 4G for GiB".
inline std::string memory_hint(std::uint64_t bytes) {
  constexpr std::uint64_t fewest_bytes = 4096;  // below that nobody means bytes
  const std::string number = std::to_string(bytes);
  return bytes < fewest_bytes ? "raise --memory: " + number + " are bytes, write " + number + "G for GiB"
                              : "raise --memory";
}

}  // namespace exonweave

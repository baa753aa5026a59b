// How much of a sweep for one target is kept, and how much is computed again, by the memory that there is.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>

namespace exonweave {

/// What of a program (track_program::size) decides how much a sweep over it holds.
struct sweep_size {
  std::uint64_t n_windows = 0;
  std::uint64_t window_length = 0;              // nt
  std::uint64_t n_slots = 0;                    // of each direction
  std::uint64_t max_borders = 0, max_live = 0;  // of a window
  std::uint64_t of_reader = 0;                  // bytes
};

struct sweep_storage {
  std::size_t stride = 1;         // rows between every so many windows are kept
  std::uint64_t max_borders = 0;  // of which rows are kept at once
  std::size_t n_spare = 0;        // places between strides where rows are kept, too

  struct bytes {
    std::uint64_t held = 0, running = 0;
    [[nodiscard]] std::uint64_t all() const { return held + running; }
  };
  /// Of slots of both directions, what borders are worth, the program's windows that are read, and rows between
  /// windows, of both directions: of every stride-th, and, while a sweep runs, of as many as it is among and of
  /// borders.
  [[nodiscard]] bytes bytes_for(const sweep_size& size, std::size_t target_length, bool is_narrow) const;

  /// What takes least time of all that does with so much memory, or else needs the least.
  static sweep_storage within(std::uint64_t memory, const sweep_size& size, std::size_t target_length, bool is_narrow);

  /// The same where there is as much memory as helps.
  static sweep_storage ample(const sweep_size& size, std::size_t target_length, bool is_narrow,
                             std::uint64_t memory = std::numeric_limits<std::uint64_t>::max());
};

}  // namespace exonweave

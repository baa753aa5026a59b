// How a pass spends its memory.
#pragma once

#include <cstddef>
#include <cstdint>

#include "spliced/engine/checkpoints.hpp"
#include "spliced/graph/row_schedule.hpp"

namespace exonweave::spliced {

struct pass_plan {
  static constexpr std::size_t fewest_held = 3;  // blocks: what reads rows looks at neighbours

  checkpoint_strides strides{};
  std::size_t n_held = 1;  // blocks that may be held
  // A group of blocks is computed again at a time, and some rows of others next to it; else single blocks.
  bool holds_groups = false;
  std::size_t max_expected = 0;  // of these rows

  /// The least memory that a pass needs. Bytes.
  static std::uint64_t min_memory(const row_schedule& schedule, std::uint64_t row_bytes);
  /// With so much groups of blocks are held. Bytes.
  static std::uint64_t ample_memory(const row_schedule& schedule, std::uint64_t row_bytes);
  /// Throws memory_exceeded when the least does not fit.
  static pass_plan make(const row_schedule& schedule, std::uint64_t row_bytes, std::uint64_t memory);

 private:
  // As many as `share` has room for, if that is enough to hold groups.
  void hold_blocks(const row_schedule& schedule, std::uint64_t row_bytes, std::uint64_t fraction);
  // Groups of so many blocks, with fine checkpoints.
  void hold_groups(const row_schedule& schedule, std::size_t n_blocks);
};

}  // namespace exonweave::spliced

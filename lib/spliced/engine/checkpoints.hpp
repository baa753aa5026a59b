// The live rows between blocks, as many as a memory limit allows, and the way back to any of them.
//
//   blocks        0 1 2 3 4 5 6 7 8 9
//   coarse        0         5            one in `stride`, kept from the first pass on: a group
//   fine                        7   9    of the group at hand one in `fine_stride`, computed again from its coarse one
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "spliced/engine/row_machine.hpp"

namespace exonweave::spliced {

/// Blocks between checkpoints. Where `fine` is not less than `coarse` there are no fine ones.
struct checkpoint_strides {
  std::size_t coarse = 1;
  std::size_t fine = 1;
};

class checkpoints {
 public:
  /// So many blocks that they have some 160 rows or more together: to save the rows that are live costs about as much
  /// as to compute ten.
  static std::size_t usual_stride(const row_schedule& schedule);

  /// `row_bytes` of a row.
  checkpoints(const row_schedule& schedule, checkpoint_strides strides, std::uint64_t row_bytes);

  /// The usual stride, or one at which coarse and fine ones take at most `memory` bytes, or the least they can.
  static std::size_t stride_for(const row_schedule& schedule, std::uint64_t row_bytes, std::size_t fine_stride,
                                std::uint64_t memory);
  /// Bytes of coarse and fine ones together, at most.
  static std::uint64_t bytes_for(const row_schedule& schedule, std::uint64_t row_bytes, checkpoint_strides strides);

  /// Of the coarse ones alone.
  static std::uint64_t bytes_for_coarse(const row_schedule& schedule, std::uint64_t row_bytes, std::size_t stride);

  /// On the first pass, before each block.
  void pass(std::size_t block, const row_machine& machine);
  /// Brings `machine` to the state before the last block up to `block` of which there is a checkpoint, and returns that
  /// one. Rows that had to be computed on the way are added to `n_rows_run`.
  std::size_t restore_near(std::size_t block, row_machine& machine, std::uint64_t& n_rows_run);

  /// The first block of the group that `block` belongs to: one stride.
  [[nodiscard]] std::size_t first_of_group(std::size_t block) const {
    return block / strides_.coarse * strides_.coarse;
  }

  [[nodiscard]] std::span<const slot_id> live(std::size_t block) const;

 private:
  void restore_first(std::size_t first, row_machine& machine);
  void make_fine(std::size_t n_requested, row_machine& machine, std::uint64_t& n_rows_run);

  const row_schedule& schedule_;
  checkpoint_strides strides_;
  std::uint64_t row_bytes_;
  std::vector<std::uint64_t> coarse_at_;  // [coarse] where each lies
  large_buffer coarse_;
  std::size_t group_ = 0;           // the first block of the group at hand
  std::vector<large_buffer> fine_;  // of that, the first fine_stride after its coarse one
};

}  // namespace exonweave::spliced

// The live rows between blocks, as many as a memory limit allows, and the way back to any of them.
//
//   blocks        0 1 2 3 4 5 6 7 8
//   coarse        0     3     6        one in `stride`, kept from the first pass on
//   fine                      6 7 8    those of the group at hand, computed again from its coarse one
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "spliced/engine/finished_pass.hpp"

namespace exonweave::spliced {

class checkpoints {
 public:
  /// So many blocks that they have some 160 rows or more together: to save the rows that are live costs about as much as to compute ten.
  static std::size_t usual_stride(const row_schedule& schedule);

  /// One checkpoint in `stride` blocks is kept; `row_bytes` of a row.
  checkpoints(const row_schedule& schedule, std::size_t stride, std::uint64_t row_bytes);
  /// The coarse ones are those of a pass that was made elsewhere, which must outlive this. Those that were asked for are kept,
  /// in at most so many bytes.
  checkpoints(const row_schedule& schedule, finished_pass& elsewhere, std::uint64_t row_bytes,
              std::uint64_t most_bytes);

  /// The usual stride, or one at which coarse and fine ones take at most `memory` bytes, or the least they can.
  static std::size_t stride_for(const row_schedule& schedule, std::uint64_t row_bytes, std::uint64_t memory);
  /// Bytes of coarse and fine ones together at a stride.
  static std::uint64_t bytes_for(const row_schedule& schedule, std::uint64_t row_bytes, std::size_t stride);

  /// Of the coarse ones alone.
  static std::uint64_t bytes_for_coarse(const row_schedule& schedule, std::uint64_t row_bytes,
                                        std::size_t stride);

  /// On the first pass, before each block.
  void pass(std::size_t block, const row_machine& machine);
  /// Brings `machine` to the state before `block`; blocks run on the way are added to `n_rows_run`.
  void restore(std::size_t block, row_machine& machine, std::uint64_t& n_rows_run);

  /// The first block of the group that `block` belongs to: one stride.
  [[nodiscard]] std::size_t first_of_group(std::size_t block) const { return block / stride_ * stride_; }
  /// Brings `machine` to the state before the first block of a group.
  void restore_first(std::size_t first, row_machine& machine);

  [[nodiscard]] std::span<const slot_id> live(std::size_t block) const;

 private:
  void fetch(std::size_t first, row_machine& machine);

  const row_schedule& schedule_;
  finished_pass* elsewhere_ = nullptr;
  std::size_t stride_;
  std::uint64_t row_bytes_;
  std::uint64_t free_bytes_ = 0;                 // for those from elsewhere
  std::vector<std::vector<std::byte>> fetched_;  // [coarse] from elsewhere; empty: not kept
  std::vector<std::uint64_t> coarse_at_;         // [coarse] where each lies
  large_vector<std::byte> coarse_;
  std::vector<std::vector<std::byte>> fine_;  // of blocks first_fine_, first_fine_ + 1, ...
  std::size_t first_fine_ = 0;
};

}  // namespace exonweave::spliced

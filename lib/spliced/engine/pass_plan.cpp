#include "spliced/engine/pass_plan.hpp"

#include <algorithm>

#include "spliced/engine/checkpoints.hpp"
#include "spliced/engine/memory_exceeded.hpp"
#include "spliced/engine/node_bounds.hpp"

namespace exonweave::spliced {
namespace {

// Where there is more memory, blocks and checkpoints take no more than this, each: they should stay in the caches.
constexpr std::uint64_t ample_bytes = std::uint64_t{32} << 20;

// Slots, blocks that are held, and what is kept of every row and node: largest values, T, bounds.
std::uint64_t fixed_bytes(const row_schedule& schedule, std::uint64_t row_bytes, std::size_t n_held) {
  const std::uint64_t of_scalars = 2 * std::uint64_t{schedule.n_rows} + schedule.first_row.size();
  return (schedule.n_slots + n_held * schedule.counts.most_block_rows) * row_bytes +
         of_scalars * sizeof(score);
}

}  // namespace

std::uint64_t pass_plan::least_memory(const row_schedule& schedule, std::uint64_t row_bytes) {
  return fixed_bytes(schedule, row_bytes, fewest_held) +
         checkpoints::bytes_for(schedule, row_bytes, checkpoints::stride_for(schedule, row_bytes, 0));
}

// Bounds by ranges where they leave at least as much again. Of what is left one half may go to checkpoints, the other one
// to blocks and to rows that are expected. With room for few blocks only, single ones are computed again.
pass_plan pass_plan::make(const row_schedule& schedule, std::uint64_t row_bytes, std::size_t n_ranges,
                          std::uint64_t memory) {
  const std::uint64_t least = least_memory(schedule, row_bytes);
  if (least > memory) throw memory_exceeded(least, memory);
  pass_plan plan;
  const std::uint64_t of_bounds = node_bounds::bytes_for(schedule, n_ranges);
  plan.has_ranges = least + 2 * of_bounds <= memory;
  if (plan.has_ranges) memory -= of_bounds;
  const std::uint64_t of_slots = fixed_bytes(schedule, row_bytes, 0);
  const std::uint64_t share = std::min((memory - of_slots) / 2, ample_bytes);
  plan.stride = checkpoints::usual_stride(schedule);
  while (plan.stride < schedule.blocks.size() &&
         checkpoints::bytes_for_coarse(schedule, row_bytes, plan.stride) > share)
    ++plan.stride;
  const std::uint64_t block_bytes = std::max<std::uint64_t>(1, schedule.counts.most_block_rows) * row_bytes;
  const std::uint64_t n_blocks = share / block_bytes;
  plan.holds_groups = n_blocks >= 4 * fewest_held;
  if (plan.holds_groups) {
    plan.most_expected = n_blocks / 2 * schedule.counts.most_block_rows;
    plan.n_held = n_blocks - n_blocks / 2;
  } else {
    plan.n_held = fewest_held;
    plan.stride =
        checkpoints::stride_for(schedule, row_bytes, memory - fixed_bytes(schedule, row_bytes, fewest_held));
  }
  return plan;
}

}  // namespace exonweave::spliced

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

std::uint64_t pass_plan::take_ranges(const row_schedule& schedule, std::size_t n_ranges, std::uint64_t least,
                                     std::uint64_t memory) {
  const std::uint64_t of_bounds = node_bounds::bytes_for(schedule, n_ranges);
  has_ranges = least + 2 * of_bounds <= memory;
  return has_ranges ? memory - of_bounds : memory;
}

void pass_plan::hold_blocks(const row_schedule& schedule, std::uint64_t row_bytes, std::uint64_t share) {
  const std::uint64_t block_bytes = std::max<std::uint64_t>(1, schedule.counts.most_block_rows) * row_bytes;
  const std::uint64_t n_blocks = share / block_bytes;
  holds_groups = n_blocks >= 4 * fewest_held;
  if (!holds_groups) {
    n_held = fewest_held;
    return;
  }
  most_expected = n_blocks / 2 * schedule.counts.most_block_rows;
  n_held = n_blocks - n_blocks / 2;
}

// Of what bounds by ranges leave one half may go to checkpoints, the other one to blocks and to rows that are expected.
// With room for few blocks only, single ones are computed again.
pass_plan pass_plan::make(const row_schedule& schedule, std::uint64_t row_bytes, std::size_t n_ranges,
                          std::uint64_t memory) {
  const std::uint64_t least = least_memory(schedule, row_bytes);
  if (least > memory) throw memory_exceeded(least, memory);
  pass_plan plan;
  memory = plan.take_ranges(schedule, n_ranges, least, memory);
  const std::uint64_t share = std::min((memory - fixed_bytes(schedule, row_bytes, 0)) / 2, ample_bytes);
  plan.stride = checkpoints::usual_stride(schedule);
  while (plan.stride < schedule.blocks.size() &&
         checkpoints::bytes_for_coarse(schedule, row_bytes, plan.stride) > share)
    ++plan.stride;
  plan.hold_blocks(schedule, row_bytes, share);
  if (!plan.holds_groups)
    plan.stride =
        checkpoints::stride_for(schedule, row_bytes, memory - fixed_bytes(schedule, row_bytes, fewest_held));
  return plan;
}

pass_plan pass_plan::make_beside(const row_schedule& schedule, std::uint64_t row_bytes,
                                 const finished_pass& elsewhere, std::uint64_t memory) {
  pass_plan plan;
  plan.stride = elsewhere.stride();
  const std::uint64_t of_fine =
      std::min(plan.stride, schedule.blocks.size()) * schedule.counts.most_live_rows * row_bytes;
  const std::uint64_t least = fixed_bytes(schedule, row_bytes, fewest_held) + of_fine;
  if (least > memory) throw memory_exceeded(least, memory);
  memory = plan.take_ranges(schedule, elsewhere.ranges().n, least, memory);
  const std::uint64_t taken = fixed_bytes(schedule, row_bytes, 0) + of_fine;
  plan.most_fetched = std::min((memory - taken) / 2, ample_bytes);
  plan.hold_blocks(schedule, row_bytes, plan.most_fetched);
  return plan;
}

}  // namespace exonweave::spliced

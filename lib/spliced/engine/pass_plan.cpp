#include "spliced/engine/pass_plan.hpp"

#include <algorithm>
#include <array>
#include <limits>

#include "base/memory/memory_budget.hpp"

namespace exonweave::spliced {
namespace {

// Where there is more memory, blocks and checkpoints take no more than this, each: they should stay in the caches. But
// of long rows as many as groups score it.
constexpr std::uint64_t ample_bytes = std::uint64_t{32} << 20;
constexpr std::size_t fewest_of_group = 4 * pass_plan::fewest_held;  // blocks, held and expected

// Blocks that are held in groups next to fine checkpoints, and where as many rows again may be expected.
constexpr std::array<std::size_t, 9> group_sizes{64, 48, 32, 24, 16, 12, 8, 5, pass_plan::fewest_held};

std::uint64_t block_bytes(const row_schedule& schedule, std::uint64_t row_bytes) {
  return std::max<std::uint64_t>(1, schedule.counts.max_block_rows) * row_bytes;
}

// Slots, blocks that are held, and what is kept of every row and node: largest values, T, bounds.
std::uint64_t fixed_bytes(const row_schedule& schedule, std::uint64_t row_bytes, std::size_t n_held) {
  const std::uint64_t of_scalars = 3 * std::uint64_t{schedule.n_rows} + 2 * schedule.first_row.size();
  return schedule.n_slots * row_bytes + n_held * block_bytes(schedule, row_bytes) + of_scalars * sizeof(score);
}

// Who reads rows goes back: each group is computed again once, from a fine checkpoint that is a group away at most.
std::size_t fine_stride_of(std::size_t n_blocks) { return 2 * n_blocks; }

// Rows that are expected take as much again where there are many blocks.
std::size_t blocks_with_expected(std::size_t n_blocks) {
  return 2 * n_blocks >= fewest_of_group ? 2 * n_blocks : n_blocks;
}

// The least with so many blocks in a group, and fine checkpoints.
std::uint64_t min_with(const row_schedule& schedule, std::uint64_t row_bytes, std::size_t n_blocks) {
  const std::size_t fine = fine_stride_of(n_blocks);
  return fixed_bytes(schedule, row_bytes, blocks_with_expected(n_blocks)) +
         checkpoints::bytes_for(schedule, row_bytes, {checkpoints::stride_for(schedule, row_bytes, fine, 0), fine});
}

// With single blocks.
std::uint64_t min_of_single(const row_schedule& schedule, std::uint64_t row_bytes) {
  return fixed_bytes(schedule, row_bytes, pass_plan::fewest_held) +
         checkpoints::bytes_for(schedule, row_bytes, {checkpoints::stride_for(schedule, row_bytes, 1, 0), 1});
}

}  // namespace

std::uint64_t pass_plan::min_memory(const row_schedule& schedule, std::uint64_t row_bytes) {
  std::uint64_t least = min_of_single(schedule, row_bytes);
  for (const std::size_t n : group_sizes) least = std::min(least, min_with(schedule, row_bytes, n));
  return least;
}

std::uint64_t pass_plan::ample_memory(const row_schedule& schedule, std::uint64_t row_bytes) {
  const std::uint64_t of_blocks = fixed_bytes(schedule, row_bytes, 2 * fewest_of_group);
  std::uint64_t of_groups = std::numeric_limits<std::uint64_t>::max();
  for (const std::size_t n : group_sizes)
    if (2 * n >= fewest_of_group) of_groups = std::min(of_groups, min_with(schedule, row_bytes, n));
  return std::max({min_memory(schedule, row_bytes), of_blocks, of_groups});
}

void pass_plan::hold_blocks(const row_schedule& schedule, std::uint64_t row_bytes, std::uint64_t fraction) {
  const std::uint64_t n_blocks = fraction / block_bytes(schedule, row_bytes);
  holds_groups = n_blocks >= fewest_of_group;
  if (!holds_groups) {
    n_held = fewest_held;
    return;
  }
  max_expected = n_blocks / 2 * schedule.counts.max_block_rows;
  n_held = n_blocks - n_blocks / 2;
}

void pass_plan::hold_groups(const row_schedule& schedule, std::size_t n_blocks) {
  holds_groups = true;
  n_held = n_blocks;
  max_expected = (blocks_with_expected(n_blocks) - n_blocks) * schedule.counts.max_block_rows;
  strides.fine = fine_stride_of(n_blocks);
}

// One half of the memory may go to checkpoints, the other one to blocks and to rows that are expected.
// Where groups would be much longer than what is held of them there are fine checkpoints; with room for few blocks
// only, single ones are computed again, or, where that is still less, groups of few.
pass_plan pass_plan::make(const row_schedule& schedule, std::uint64_t row_bytes, std::uint64_t memory) {
  const std::uint64_t least = min_memory(schedule, row_bytes);
  if (least > memory) throw memory_exceeded(least, memory);
  pass_plan plan;
  const std::uint64_t fixed = fixed_bytes(schedule, row_bytes, 0);
  const std::uint64_t ample = std::max(ample_bytes, 2 * fewest_of_group * block_bytes(schedule, row_bytes));
  const std::uint64_t fraction = std::min((memory - fixed) / 2, ample);
  plan.strides.coarse = checkpoints::usual_stride(schedule);
  while (plan.strides.coarse < schedule.blocks.size() &&
         checkpoints::bytes_for_coarse(schedule, row_bytes, plan.strides.coarse) > fraction)
    ++plan.strides.coarse;
  plan.strides.fine = plan.strides.coarse;
  plan.hold_blocks(schedule, row_bytes, fraction);
  if (plan.holds_groups && plan.strides.coarse <= fine_stride_of(plan.n_held)) return plan;
  for (const std::size_t n : group_sizes) {
    const bool is_large = 2 * n >= fewest_of_group;
    if (!is_large && min_of_single(schedule, row_bytes) <= memory) break;
    if (min_with(schedule, row_bytes, n) > memory) continue;
    plan.hold_groups(schedule, n);
    plan.strides.coarse = checkpoints::stride_for(schedule, row_bytes, plan.strides.fine,
                                                  memory - fixed_bytes(schedule, row_bytes, blocks_with_expected(n)));
    return plan;
  }
  plan.holds_groups = false;
  plan.n_held = fewest_held;
  plan.strides = {
      checkpoints::stride_for(schedule, row_bytes, 1, memory - fixed_bytes(schedule, row_bytes, fewest_held)), 1};
  return plan;
}

}  // namespace exonweave::spliced

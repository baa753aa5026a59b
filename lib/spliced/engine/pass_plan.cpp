#include "spliced/engine/pass_plan.hpp"

#include <algorithm>

#include "spliced/engine/checkpoints.hpp"
#include "spliced/engine/memory_exceeded.hpp"
#include "spliced/engine/node_bounds.hpp"

namespace exonweave::spliced {
namespace {

constexpr std::size_t fewest_held = 3;  // blocks: what reads rows looks at neighbours
constexpr std::size_t groups_held =
    2;  // where there is room, whole groups, and room for the rows of one more
constexpr std::uint64_t held_bytes = std::uint64_t{16} << 20;  // of blocks, or of checkpoints: what is little

std::uint64_t fixed_bytes(const row_schedule& schedule, std::uint64_t row_bytes, std::size_t n_held) {
  return (schedule.n_slots + n_held * schedule.counts.most_marks) * row_bytes;
}

}  // namespace

std::uint64_t pass_plan::least_memory(const row_schedule& schedule, std::uint64_t row_bytes) {
  return fixed_bytes(schedule, row_bytes, fewest_held) +
         checkpoints::bytes_for(schedule, row_bytes, checkpoints::stride_for(schedule, row_bytes, 0));
}

// Bounds by ranges where they leave at least as much again. Whole groups where they and the checkpoints fit, at the stride
// at which both together take the least, else single blocks and what checkpoints the rest has room for.
pass_plan pass_plan::make(const row_schedule& schedule, std::uint64_t row_bytes, std::size_t n_ranges,
                          std::uint64_t memory) {
  const std::uint64_t least = least_memory(schedule, row_bytes);
  if (least > memory) throw memory_exceeded(least, memory);
  pass_plan plan;
  const std::uint64_t of_bounds = node_bounds::bytes_for(schedule, n_ranges);
  plan.has_ranges = least + 2 * of_bounds <= memory;
  if (plan.has_ranges) memory -= of_bounds;
  // Short strides have little computed again, and are for whom checkpoints are few.
  const bool are_few = checkpoints::bytes_for(schedule, row_bytes, checkpoints::usual_stride) <= held_bytes;
  plan.stride = are_few ? checkpoints::usual_stride : checkpoints::balanced_stride(schedule, groups_held);
  const std::uint64_t of_checkpoints = checkpoints::bytes_for(schedule, row_bytes, plan.stride);
  const std::size_t least_held = groups_held * plan.stride;
  if (fixed_bytes(schedule, row_bytes, least_held + plan.stride) + of_checkpoints <= memory) {
    const std::uint64_t for_more = std::min(
        memory - of_checkpoints - fixed_bytes(schedule, row_bytes, least_held + plan.stride), held_bytes);
    const std::uint64_t block_bytes = std::max<std::uint64_t>(1, schedule.counts.most_marks) * row_bytes;
    plan.n_held = std::max<std::size_t>(least_held, for_more / block_bytes);
    plan.most_expected = plan.stride * schedule.counts.most_marks;
    plan.holds_groups = true;
  } else {
    plan.n_held = fewest_held;
    plan.stride =
        checkpoints::stride_for(schedule, row_bytes, memory - fixed_bytes(schedule, row_bytes, fewest_held));
  }
  return plan;
}

}  // namespace exonweave::spliced

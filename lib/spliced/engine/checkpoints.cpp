#include "spliced/engine/checkpoints.hpp"

#include <algorithm>
#include <cmath>

namespace exonweave::spliced {

checkpoints::checkpoints(const row_schedule& schedule, checkpoint_strides strides, std::uint64_t row_bytes)
    : schedule_(schedule), strides_(strides), row_bytes_(row_bytes) {
  std::uint64_t n_rows = 0;
  for (std::size_t b = 0; b < schedule.blocks.size(); b += strides.coarse) {
    coarse_at_.push_back(n_rows * row_bytes);
    n_rows += live(b).size();
  }
  coarse_.reserve(n_rows * row_bytes);
}

std::size_t checkpoints::usual_stride(const row_schedule& schedule) {
  constexpr std::uint64_t rows_between = 160;
  return 1 + rows_between * schedule.blocks.size() / std::max<std::uint64_t>(1, schedule.counts.rows);
}

std::uint64_t checkpoints::bytes_for_coarse(const row_schedule& schedule, std::uint64_t row_bytes, std::size_t stride) {
  std::uint64_t n_rows = 0;
  for (std::size_t b = 0; b < schedule.blocks.size(); b += stride)
    n_rows += schedule.blocks[b].last_live - schedule.blocks[b].first_live;
  return n_rows * row_bytes;
}

std::uint64_t checkpoints::bytes_for(const row_schedule& schedule, std::uint64_t row_bytes,
                                     checkpoint_strides strides) {
  const std::uint64_t n_fine = (std::min(strides.coarse, schedule.blocks.size()) - 1) / strides.fine;
  return bytes_for_coarse(schedule, row_bytes, strides.coarse) + n_fine * schedule.counts.max_live_rows * row_bytes;
}

std::size_t checkpoints::stride_for(const row_schedule& schedule, std::uint64_t row_bytes, std::size_t fine_stride,
                                    std::uint64_t memory) {
  const auto n_blocks = static_cast<double>(schedule.blocks.size() * fine_stride);
  const auto least = static_cast<std::size_t>(std::sqrt(n_blocks)) + 1;
  std::size_t stride = usual_stride(schedule);
  const auto is_too_much = [&] { return bytes_for(schedule, row_bytes, {stride, fine_stride}) > memory; };
  if (least < stride) return is_too_much() ? least : stride;
  while (stride < least && is_too_much()) ++stride;
  return stride;
}

std::span<const slot_id> checkpoints::live(std::size_t block) const {
  const schedule_block& extent = schedule_.blocks[block];
  return std::span(schedule_.live_slots).subspan(extent.first_live, extent.last_live - extent.first_live);
}

void checkpoints::pass(std::size_t block, const row_machine& machine) {
  if (block % strides_.coarse != 0) return;
  coarse_.resize(coarse_.size() + live(block).size() * row_bytes_);
  machine.save(live(block), coarse_.data() + coarse_at_[block / strides_.coarse]);
}

void checkpoints::restore_first(std::size_t first, row_machine& machine) {
  machine.load(live(first), coarse_.data() + coarse_at_[first / strides_.coarse]);
}

std::size_t checkpoints::restore_near(std::size_t block, row_machine& machine, std::uint64_t& n_rows_run) {
  const std::size_t first = first_of_group(block);
  const std::size_t n_requested = (block - first) / strides_.fine;
  if (n_requested == 0) {
    restore_first(first, machine);
    return first;
  }
  if (group_ != first) fine_.clear();
  group_ = first;
  if (fine_.size() < n_requested) make_fine(n_requested, machine, n_rows_run);
  const std::size_t restored = first + n_requested * strides_.fine;
  machine.load(live(restored), fine_[n_requested - 1].data());
  return restored;
}

// Of the group at hand, after those that are there.
void checkpoints::make_fine(std::size_t n_requested, row_machine& machine, std::uint64_t& n_rows_run) {
  std::size_t block = group_ + fine_.size() * strides_.fine;
  fine_.empty() ? restore_first(group_, machine) : machine.load(live(block), fine_.back().data());
  while (fine_.size() < n_requested) {
    for (std::size_t n = 0; n < strides_.fine; ++n, ++block) {
      machine.run(schedule_.blocks[block], {});
      n_rows_run += schedule_.blocks[block].n_computed;
    }
    fine_.emplace_back(live(block).size() * row_bytes_);
    machine.save(live(block), fine_.back().data());
  }
}

}  // namespace exonweave::spliced

#include "spliced/engine/checkpoints.hpp"

#include <algorithm>
#include <cmath>

namespace exonweave::spliced {

checkpoints::checkpoints(const row_schedule& schedule, std::size_t stride)
    : schedule_(schedule), stride_(stride) {}

std::uint64_t checkpoints::bytes_for(const row_schedule& schedule, std::uint64_t row_bytes,
                                     std::size_t stride) {
  const std::uint64_t n_blocks = schedule.blocks.size();
  const std::uint64_t n_kept =
      (n_blocks + stride - 1) / stride + (stride > 1 ? std::min<std::uint64_t>(stride, n_blocks) : 0);
  return n_kept * schedule.counts.most_live_rows * row_bytes;
}

std::size_t checkpoints::stride_for(const row_schedule& schedule, std::uint64_t row_bytes,
                                    std::uint64_t memory) {
  const auto least = static_cast<std::size_t>(std::sqrt(static_cast<double>(schedule.blocks.size()))) + 1;
  std::size_t stride = usual_stride;
  if (least < usual_stride) return bytes_for(schedule, row_bytes, stride) > memory ? least : stride;
  while (stride < least && bytes_for(schedule, row_bytes, stride) > memory) ++stride;
  return stride;
}

// With b blocks of m rows, l live between them and g groups: b / stride * l = g * stride * m.
std::size_t checkpoints::balanced_stride(const row_schedule& schedule, std::size_t n_groups) {
  const auto of_checkpoints = static_cast<double>(schedule.blocks.size() * schedule.counts.most_live_rows);
  const auto of_groups =
      static_cast<double>(n_groups * std::max<std::uint64_t>(1, schedule.counts.most_marks));
  return std::max(usual_stride, static_cast<std::size_t>(std::sqrt(of_checkpoints / of_groups)));
}

std::span<const slot_id> checkpoints::live(std::size_t block) const {
  const schedule_block& of = schedule_.blocks[block];
  return std::span(schedule_.live_slots).subspan(of.first_live, of.last_live - of.first_live);
}

void checkpoints::pass(std::size_t block, const row_machine& machine) {
  if (block % stride_ == 0) coarse_.push_back(machine.save(live(block)));
}

checkpoints::group checkpoints::group_of(std::size_t block) const {
  const std::size_t first = block / stride_ * stride_;
  return {first, std::min(first + stride_, schedule_.blocks.size())};
}

void checkpoints::restore_first(const group& of, row_machine& machine) const {
  machine.load(live(of.first), coarse_[of.first / stride_]);
}

void checkpoints::restore(std::size_t block, row_machine& machine, std::uint64_t& n_rows_run) {
  const group of = group_of(block);
  if (block == of.first) return restore_first(of, machine);
  if (first_fine_ != of.first || block - first_fine_ >= fine_.size()) {
    first_fine_ = of.first;
    fine_.clear();
    restore_first(of, machine);
    for (std::size_t b = of.first; b <= block; ++b) {
      fine_.push_back(machine.save(live(b)));
      machine.run(schedule_.blocks[b], {});
      n_rows_run += schedule_.blocks[b].n_rows;
    }
  }
  machine.load(live(block), fine_[block - first_fine_]);
}

}  // namespace exonweave::spliced

#include "spliced/engine/checkpoints.hpp"

#include <algorithm>
#include <cmath>

namespace exonweave::spliced {

checkpoints::checkpoints(const row_schedule& schedule, std::size_t stride, std::uint64_t row_bytes)
    : schedule_(schedule), stride_(stride), row_bytes_(row_bytes) {
  std::uint64_t n_rows = 0;
  for (std::size_t b = 0; b < schedule.blocks.size(); b += stride) {
    coarse_at_.push_back(n_rows * row_bytes);
    n_rows += live(b).size();
  }
  coarse_.reserve(n_rows * row_bytes);
}

checkpoints::checkpoints(const row_schedule& schedule, finished_pass& elsewhere, std::uint64_t row_bytes,
                         std::uint64_t most_bytes)
    : schedule_(schedule),
      elsewhere_(&elsewhere),
      stride_(elsewhere.stride()),
      row_bytes_(row_bytes),
      free_bytes_(most_bytes),
      fetched_((schedule.blocks.size() + stride_ - 1) / stride_) {}

std::size_t checkpoints::usual_stride(const row_schedule& schedule) {
  constexpr std::uint64_t rows_between = 160;
  return 1 + rows_between * schedule.blocks.size() / std::max<std::uint64_t>(1, schedule.counts.rows);
}

std::uint64_t checkpoints::bytes_for_coarse(const row_schedule& schedule, std::uint64_t row_bytes,
                                            std::size_t stride) {
  std::uint64_t n_rows = 0;
  for (std::size_t b = 0; b < schedule.blocks.size(); b += stride)
    n_rows += schedule.blocks[b].last_live - schedule.blocks[b].first_live;
  return n_rows * row_bytes;
}

std::uint64_t checkpoints::bytes_for(const row_schedule& schedule, std::uint64_t row_bytes,
                                     std::size_t stride) {
  const std::uint64_t n_fine = stride > 1 ? std::min<std::uint64_t>(stride, schedule.blocks.size()) : 0;
  return bytes_for_coarse(schedule, row_bytes, stride) + n_fine * schedule.counts.most_live_rows * row_bytes;
}

std::size_t checkpoints::stride_for(const row_schedule& schedule, std::uint64_t row_bytes,
                                    std::uint64_t memory) {
  const auto least = static_cast<std::size_t>(std::sqrt(static_cast<double>(schedule.blocks.size()))) + 1;
  std::size_t stride = usual_stride(schedule);
  if (least < stride) return bytes_for(schedule, row_bytes, stride) > memory ? least : stride;
  while (stride < least && bytes_for(schedule, row_bytes, stride) > memory) ++stride;
  return stride;
}

std::span<const slot_id> checkpoints::live(std::size_t block) const {
  const schedule_block& of = schedule_.blocks[block];
  return std::span(schedule_.live_slots).subspan(of.first_live, of.last_live - of.first_live);
}

void checkpoints::pass(std::size_t block, const row_machine& machine) {
  if (block % stride_ != 0) return;
  coarse_.resize(coarse_.size() + live(block).size() * row_bytes_);
  machine.save(live(block), coarse_.data() + coarse_at_[block / stride_]);
}

// To bring one from a device into a machine's lanes takes much longer than to copy it.
void checkpoints::fetch(std::size_t first, row_machine& machine) {
  std::vector<std::byte>& kept = fetched_[first / stride_];
  if (!kept.empty()) return machine.load(live(first), kept.data());
  elsewhere_->load(first, machine);
  const std::uint64_t bytes = live(first).size() * row_bytes_;
  if (bytes > free_bytes_) return;
  free_bytes_ -= bytes;
  kept.resize(bytes);
  machine.save(live(first), kept.data());
}

void checkpoints::restore_first(std::size_t first, row_machine& machine) {
  if (elsewhere_ != nullptr) return fetch(first, machine);
  machine.load(live(first), coarse_.data() + coarse_at_[first / stride_]);
}

void checkpoints::restore(std::size_t block, row_machine& machine, std::uint64_t& n_rows_run) {
  const std::size_t first = first_of_group(block);
  if (block == first) return restore_first(first, machine);
  if (first_fine_ != first || block - first_fine_ >= fine_.size()) {
    first_fine_ = first;
    fine_.clear();
    restore_first(first, machine);
    for (std::size_t b = first; b <= block; ++b) {
      fine_.emplace_back(live(b).size() * row_bytes_);
      machine.save(live(b), fine_.back().data());
      machine.run(schedule_.blocks[b], {});
      n_rows_run += schedule_.blocks[b].n_computed;
    }
  }
  machine.load(live(block), fine_[block - first_fine_].data());
}

}  // namespace exonweave::spliced

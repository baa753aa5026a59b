#include "gpu/schedule/rows_plan.hpp"

#include <algorithm>

#include "spliced/engine/highest_value.hpp"

namespace exonweave::gpu {

rows_plan::rows_plan(std::span<const device_job> jobs, std::span<const shaped_job> shaped)
    : jobs_(jobs), shaped_(shaped), of_jobs_(shaped.size()) {
  for (std::size_t k = 0; k < shaped.size(); ++k) {
    const std::size_t of_steps = job_of(k).schedule->steps.size() * sizeof(std::int32_t);
    of_jobs_[k].has_ends = job_of(k).of.residue_ends && !job_of(k).of.free_target_ends;
    of_jobs_[k].best = take(of_steps);
    if (of_jobs_[k].has_ends) of_jobs_[k].ends = take(of_steps);
  }
  bytes_of_maxima_ = bytes_;
  for (std::size_t k = 0; k < shaped.size(); ++k) {
    const spliced::column_ranges ranges = ranges_of(job_of(k), shaped[k].shape);
    of_jobs_[k].bound_origin = ranges.origin;
    of_jobs_[k].n_ranges = static_cast<std::uint32_t>(ranges.n);
    of_jobs_[k].bounds = take(job_of(k).schedule->counts.bounded * ranges.n * sizeof(std::int16_t));
  }
  bytes_before_checkpoints_ = bytes_;
  place_checkpoints();
}

bool rows_plan::keep_fewer() {
  constexpr std::uint32_t fewest = 64;  // one in so many
  if (save_every_ >= fewest) return false;
  save_every_ *= 2;
  place_checkpoints();
  return true;
}

void rows_plan::keep_within(std::size_t most) {
  while (bytes_ > most)
    if (!keep_fewer()) return;
}

std::vector<kept_rows_places> rows_plan::places(std::byte* begin) const {
  std::vector<kept_rows_places> placed;
  for (const offsets& at : of_jobs_) {
    kept_rows_places& job = placed.emplace_back();
    job.saved = reinterpret_cast<std::uint32_t*>(begin + at.saved);
    job.best = reinterpret_cast<std::int32_t*>(begin + at.best);
    if (at.has_ends) job.ends = reinterpret_cast<std::int32_t*>(begin + at.ends);
    job.bounds = reinterpret_cast<std::int16_t*>(begin + at.bounds);
    job.bound_origin = at.bound_origin;
    job.n_ranges = at.n_ranges;
  }
  return placed;
}

void rows_plan::place_checkpoints() {
  bytes_ = bytes_before_checkpoints_;
  for (std::size_t k = 0; k < shaped_.size(); ++k) {
    const std::uint64_t n_saved = saved_rows_before(job_of(k), save_every_).back();
    const schedule_shape& shape = shaped_[k].shape;
    of_jobs_[k].saved = take(n_saved * shape.n_tiles * shape.row_words() * sizeof(std::uint32_t));
  }
}

std::size_t rows_plan::take(std::size_t n_bytes) {
  constexpr std::size_t aligned = 256;
  const std::size_t at = bytes_;
  bytes_ += (n_bytes + aligned - 1) / aligned * aligned;
  return at;
}

std::size_t room_for_rows(std::size_t memory, std::size_t held) {
  const std::size_t for_rows = memory / 5 * 4;
  return (for_rows - std::min(for_rows, held)) / 2;
}

std::uint32_t lanes_per_range(const schedule_shape& shape) {
  constexpr std::uint32_t most_ranges = 64;
  std::uint32_t lanes = 1;
  while (32 * shape.n_tiles > most_ranges * lanes) lanes *= 2;
  return lanes;
}

spliced::column_ranges ranges_of(const device_job& job, const schedule_shape& shape) {
  const std::uint32_t columns = shape.columns_of_tile() / 32 * lanes_per_range(shape);
  const auto highest = spliced::highest_value(job.of, job.schedule->heaviest, {}) + job.of.gaps.open;
  return spliced::column_ranges::by(job.of.n_columns(), spliced::column_ranges::origin_for(highest),
                                    [columns](std::size_t column) { return column / columns; });
}

std::vector<std::uint64_t> saved_rows_before(const device_job& job, std::uint32_t save_every) {
  const spliced::row_schedule& schedule = *job.schedule;
  std::vector<std::uint64_t> before{0};
  for (std::size_t b = 0; b < schedule.blocks.size(); b += job.program->stride * save_every)
    before.push_back(before.back() + schedule.blocks[b].last_live - schedule.blocks[b].first_live);
  return before;
}

}  // namespace exonweave::gpu

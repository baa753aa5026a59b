#include "gpu/schedule/job_shapes.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <optional>

namespace exonweave::gpu {
namespace {

using spliced::score;

constexpr std::int32_t half_range = 1 << 15;
constexpr std::size_t most_lane_columns = 16;
// Lanes are shifted to be positive, and lie so high that what a weight takes off leaves them so.
constexpr spliced::lane_range narrow_range{32'000, 6'000 - half_range, 6'000 - half_range, 600};

schedule_shape with_words(schedule_shape shape, std::uint32_t n_words, std::size_t n_columns) {
  shape.n_words = n_words;
  shape.n_tiles =
      static_cast<std::uint32_t>((n_columns + shape.columns_of_tile() - 1) / shape.columns_of_tile());
  return shape;
}

bool fits(const device_job& job, bool is_narrow) {
  const score least =
      is_narrow ? std::numeric_limits<std::int8_t>::min() : std::numeric_limits<std::int16_t>::min();
  const score most =
      is_narrow ? std::numeric_limits<std::int8_t>::max() : std::numeric_limits<std::int16_t>::max();
  const score of_gap = 2 * job.of.gaps.extend;
  const auto& scores = *job.of.substitution;
  return job.of.target.size() <= most_residues(is_narrow) && scores.smallest() >= least &&
         scores.smallest() + of_gap >= least && scores.largest() + of_gap <= most &&
         job.of.gaps.open + least <= job.of.gaps.extend;  // what lies behind the last column is worth no more
}

// As few tiles as can be, and of those shapes the one that columns fill best.
schedule_shape shape_for(const device_job& job, bool is_narrow) {
  const std::size_t n_columns = job.of.n_columns();
  const schedule_shape any{.is_narrow = is_narrow, .is_affine = job.of.gaps.open != 0};
  const schedule_shape widest = with_words(any, any.n_words, n_columns);
  if (!is_narrow) return widest;
  for (const std::uint32_t n_words : {2u, 4u, 5u, 6u, 7u})
    if (const schedule_shape smaller = with_words(any, n_words, n_columns); smaller.n_tiles <= widest.n_tiles)
      return smaller;
  return widest;
}

std::optional<spliced::lane_values> narrow_values(const device_job& job, const schedule_shape& shape) {
  const score extend = job.of.gaps.extend;
  const std::int64_t drift =
      std::int64_t{extend} * (shape.columns_of_tile() + 2) + most_drift + most_home_offset;
  if (drift > half_range) return std::nullopt;
  return spliced::lane_values::narrow(
      job.of, spliced::path_weights::of(*job.schedule, static_cast<score>(drift)), narrow_range);
}

void add(shaped_job job, jobs_by_shape& to) { to[{job.shape.n_words, job.shape.n_tiles}].push_back(job); }

}  // namespace

std::size_t most_residues(bool is_narrow) {
  return static_cast<std::size_t>(most_tiles(is_narrow)) *
             schedule_shape{.is_narrow = is_narrow}.columns_of_tile() -
         1;
}

score shaped_job::origin() const { return shape.is_narrow ? values.origin - half_range : 0; }

score shaped_job::floor_lane() const { return shape.is_narrow ? values.floor + half_range : values.floor; }

jobs_by_shape shape_jobs(std::span<const device_job> jobs, std::vector<std::size_t>& wide) {
  jobs_by_shape shaped;
  for (std::size_t j = 0; j < jobs.size(); ++j) {
    const schedule_shape shape = shape_for(jobs[j], true);
    const auto values = fits(jobs[j], true) ? narrow_values(jobs[j], shape) : std::nullopt;
    if (values)
      add({j, shape, *values}, shaped);
    else
      wide.push_back(j);
  }
  return shaped;
}

jobs_by_shape shape_wide_jobs(std::span<const device_job> jobs, std::span<const std::size_t> wide) {
  spliced::lane_values values = spliced::lane_values::wide();
  values.floor =
      spliced::unreachable / 2;  // what nothing reaches begins there, and gains less than lies between
  jobs_by_shape shaped;
  for (const std::size_t j : wide)
    if (fits(jobs[j], false) && spliced::score_bound(jobs[j].of) < -highest_unreached)
      add({j, shape_for(jobs[j], false), values}, shaped);
  return shaped;
}

void decode_plane(const shaped_job& shaped, score extend, std::span<const std::uint32_t> row, plane which,
                  std::span<score> to) {
  const schedule_shape& shape = shaped.shape;
  const std::uint32_t n_halves = shape.is_narrow ? 2 : 1, of_lane = n_halves * shape.n_words;
  const std::uint32_t first_word = which == plane::F ? shape.n_words : 0;
  const score origin = shaped.origin();
  std::array<score, most_lane_columns> columns{};
  for (std::size_t first = 0, lane = 0; first < to.size(); first += of_lane, ++lane) {
    const auto of_tile = row.subspan(lane / 32 * shape.row_words(), shape.row_words());
    for (std::uint32_t w = 0; w < shape.n_words; ++w) {
      const std::uint32_t word = of_tile[schedule_shape::word_at(lane % 32, first_word + w)];
      columns[w] = static_cast<score>(shape.is_narrow ? word & 0xFFFF : word);
      if (shape.is_narrow) columns[w + shape.n_words] = static_cast<score>(word >> 16);
    }
    const score drifted = origin - static_cast<score>(lane % 32 * of_lane) * extend;
    const std::size_t n = std::min<std::size_t>(of_lane, to.size() - first);
    for (std::size_t c = 0; c < n; ++c)
      to[first + c] = columns[c] <= highest_unreached ? spliced::unreachable
                                                      : columns[c] + drifted - static_cast<score>(c) * extend;
  }
}

}  // namespace exonweave::gpu

// Which lanes and tiles a job gets on a device, and how its results are read back.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "gpu/schedule/schedule_shape.hpp"
#include "gpu/schedule/score_pass.hpp"
#include "spliced/engine/simd/lane_values.hpp"

namespace exonweave::gpu {

struct shaped_job {
  std::size_t index = 0;  // of the jobs
  schedule_shape shape;
  spliced::lane_values values;

  /// A lane without drift is its score less this.
  [[nodiscard]] spliced::score origin() const;
  /// The lowest lane.
  [[nodiscard]] spliced::score floor_lane() const;
};

/// By words of a lane and tiles: a launch for each.
using jobs_by_shape = std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<shaped_job>>;

/// In 16-bit lanes. Those whose scores or targets do not fit are added to `wide`.
jobs_by_shape shape_jobs(std::span<const score_job> jobs, std::vector<std::size_t>& wide);
/// In 32-bit lanes, those that `wide` names and that fit.
jobs_by_shape shape_wide_jobs(std::span<const score_job> jobs, std::span<const std::size_t> wide);

/// What a device leaves of a job.
struct raw_result {
  std::span<const std::uint32_t> sink_row;  // schedule_job::sink_row
  std::int32_t best_trail = 0;              // schedule_job::best_trail
};
spliced::best_end read_end(const score_job& job, const shaped_job& shaped, const raw_result& result);

}  // namespace exonweave::gpu

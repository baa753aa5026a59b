// Which lanes and tiles a job gets on a device, and how its results are read back.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "gpu/schedule/device_job.hpp"
#include "gpu/schedule/schedule_shape.hpp"
#include "spliced/engine/simd/lane_values.hpp"

namespace exonweave::gpu {

/// In wide lanes what nothing reaches scores no more. Narrow ones cannot tell: it is raised to the floor there like all that is
/// worth less, and a path through either scores no more than shaped_job::values.exact_above.
constexpr spliced::score highest_unreached = -(spliced::score_limit / 2);

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
jobs_by_shape shape_jobs(std::span<const device_job> jobs, std::vector<std::size_t>& wide);
/// In 32-bit lanes, those that `wide` names and that fit.
jobs_by_shape shape_wide_jobs(std::span<const device_job> jobs, std::span<const std::size_t> wide);

/// Of a target, in lanes of 16 bits and of 32.
std::size_t most_residues(bool is_narrow);

enum class plane { S, F };
/// A plane of a row at home, as scores: as many columns as there is room for. `row`: [tiles][row_words()].
void decode_plane(const shaped_job& shaped, spliced::score extend, std::span<const std::uint32_t> row,
                  plane which, std::span<spliced::score> to);

}  // namespace exonweave::gpu

// The best ends of many alignments at once: one launch for all that are of one shape.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "gpu/schedule/device_program.hpp"
#include "spliced/engine/problem.hpp"
#include "spliced/graph/row_schedule.hpp"

namespace exonweave::gpu {

struct score_job {
  spliced::problem of;
  const spliced::row_schedule* schedule = nullptr;  // of of.graph, made in steps
  const device_program* program = nullptr;          // of the schedule
};

/// What a pass over many jobs took.
struct score_pass_times {
  double kernel_ms = 0;  // the sum of the launches' own times, by the device's clock
  std::uint32_t n_launches = 0;
  std::uint32_t n_wide = 0;  // jobs that were made again, or from the start, in 32-bit lanes
};

class score_pass {
 public:
  virtual ~score_pass() = default;
  /// problem.hpp's find_best_end for each job, in order; nothing for a job that no lanes of the device hold: a target that is
  /// longer than most_residues() of the lanes that it needs, or substitution scores that do not fit 16 bits. All jobs have the
  /// same scoring. Throws device_failure, device_memory_exceeded, and std::range_error when scores could leave 32 bits.
  virtual std::vector<std::optional<spliced::best_end>> run(std::span<const score_job> jobs,
                                                            score_pass_times* times = nullptr) = 0;
};

/// Of a target, in lanes of 16 bits and of 32.
std::size_t most_residues(bool is_narrow);

/// Throws device_failure when no GPU of this machine can be used.
std::unique_ptr<score_pass> make_score_pass();

}  // namespace exonweave::gpu

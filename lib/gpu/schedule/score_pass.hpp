// The best ends of many alignments at once: one launch for all that are of one shape.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "gpu/schedule/schedule_runner.hpp"

namespace exonweave::gpu {

/// What a pass over many jobs took.
struct score_pass_times {
  launch_times launches;
  std::uint32_t n_wide = 0;  // jobs that were made again, or from the start, in 32-bit lanes
};

class score_pass {
 public:
  explicit score_pass(std::unique_ptr<schedule_runner> runner) : runner_(std::move(runner)) {}

  /// problem.hpp's find_best_end for each job, in order; nothing for a job that no lanes of the device hold: a target that is
  /// longer than most_residues() of the lanes that it needs, or substitution scores that do not fit 16 bits. All jobs have the
  /// same scoring. Throws device_failure, device_memory_exceeded, and std::range_error when scores could leave 32 bits.
  std::vector<std::optional<spliced::best_end>> run(std::span<const device_job> jobs,
                                                    score_pass_times* times = nullptr);

 private:
  void run_shape(std::span<const device_job> jobs, std::span<shaped_job> shaped, launch_times* times);

  std::unique_ptr<schedule_runner> runner_;
  std::vector<std::optional<spliced::best_end>> ends_;
};

/// On a device that discover() calls usable. Throws device_failure.
std::unique_ptr<score_pass> make_score_pass(int device);

}  // namespace exonweave::gpu

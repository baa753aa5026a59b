// Runs device programs: all alignments of one shape in one launch. Plain C++: the same header with and without a CUDA toolkit.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "gpu/launch_times.hpp"
#include "gpu/schedule/job_shapes.hpp"
#include "gpu/schedule/kept_rows.hpp"
#include "spliced/graph/large_vector.hpp"

namespace exonweave::gpu {

/// What a launch leaves, job by job in the order in which they were given.
struct launch_results {
  spliced::large_vector<std::uint32_t> sink_rows;  // [jobs][tiles][row_words()]
  std::vector<std::int32_t> best_trails;           // [jobs] see schedule_job; not with rows
  // With rows only:
  std::vector<kept_rows_places> rows;                  // [jobs]
  std::shared_ptr<const device_memory_reader> memory;  // which they lie in
  std::uint32_t save_every = 1;  // one in so many checkpoints was kept, the first one among them

  [[nodiscard]] std::span<const std::uint32_t> sink_row(std::size_t job) const {
    const std::size_t of_job = sink_rows.size() / best_trails.size();
    return std::span(sink_rows).subspan(job * of_job, of_job);
  }
};

class schedule_runner {
 public:
  virtual ~schedule_runner() = default;

  /// `shaped`: which of the jobs, all of one shape; they are sorted. All jobs have the same scoring. With rows programs have checkpoints;
  /// fewer of them are kept where memory is short. Throws device_failure, device_memory_exceeded.
  virtual launch_results run(std::span<const device_job> jobs, std::span<shaped_job> shaped, bool keeps_rows,
                             launch_times* times) = 0;
  /// Bytes, used ones included.
  [[nodiscard]] virtual std::size_t memory() const = 0;
};

/// On a device that discover() calls usable. Throws device_failure.
std::unique_ptr<schedule_runner> make_schedule_runner(int device);

}  // namespace exonweave::gpu

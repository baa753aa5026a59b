// Where a launch leaves the rows of its jobs, in one piece of memory: the largest values of all jobs, then their bounds, then
// their checkpoints.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "gpu/schedule/job_shapes.hpp"
#include "gpu/schedule/kept_rows.hpp"
#include "spliced/engine/column_ranges.hpp"

namespace exonweave::gpu {

class rows_plan {
 public:
  /// All checkpoints of the programs are kept. What is given must outlive the plan.
  rows_plan(std::span<const device_job> jobs, std::span<const shaped_job> shaped);

  /// One in twice as many checkpoints is kept. False, and nothing changes, when they are as few as they may be.
  bool keep_fewer();
  /// Keeps fewer until all takes `most` bytes at most, or they are as few as they may be.
  void keep_within(std::size_t most);

  /// Of the program's checkpoints one in so many is kept.
  [[nodiscard]] std::uint32_t save_every() const { return save_every_; }
  [[nodiscard]] std::size_t bytes() const { return bytes_; }
  /// Of the largest values, which lie at the begin.
  [[nodiscard]] std::size_t bytes_of_maxima() const { return bytes_of_maxima_; }
  /// [jobs] in the order of `shaped`, in memory that begins there.
  [[nodiscard]] std::vector<kept_rows_places> places(std::byte* begin) const;

 private:
  struct offsets {  // bytes
    std::size_t best = 0, ends = 0, bounds = 0, saved = 0;
    bool has_ends = false;
    spliced::score bound_origin = 0;
    std::uint32_t n_ranges = 0;
  };

  [[nodiscard]] const device_job& job_of(std::size_t k) const { return jobs_[shaped_[k].index]; }
  void place_checkpoints();
  std::size_t take(std::size_t n_bytes);

  std::span<const device_job> jobs_;
  std::span<const shaped_job> shaped_;
  std::vector<offsets> of_jobs_;
  std::size_t bytes_ = 0, bytes_of_maxima_ = 0, bytes_before_checkpoints_ = 0;
  std::uint32_t save_every_ = 1;
};

/// Bytes of a device's memory that the rows of one launch may take while others take `held`: half of what is left of
/// four fifths, since more launches may come before any rows go. The last fifth is for all else.
std::size_t room_for_rows(std::size_t memory, std::size_t held);

/// Of so many lanes there is a range of columns with a bound of its own: a power of two, such that there are at most 64.
std::uint32_t lanes_per_range(const schedule_shape& shape);
/// Ranges of columns of which a device tells bounds.
spliced::column_ranges ranges_of(const device_job& job, const schedule_shape& shape);

/// Rows of checkpoints that lie before a program's n-th kept checkpoint, for each n, and behind the last of all of them.
std::vector<std::uint64_t> saved_rows_before(const device_job& job, std::uint32_t save_every);

}  // namespace exonweave::gpu

#include "gpu/strips/strip_pass.hpp"

#include <stdexcept>

#include "gpu/device/devices.hpp"

namespace exonweave::gpu {

namespace {

// As many of the next pairs as a launch has room for, at least one.
std::size_t count_next(std::span<const strip_pair> pairs, std::size_t memory) {
  std::size_t n = 0, bytes = 0;
  for (; n < pairs.size(); ++n) {
    bytes += strip_row_bytes(pairs[n]);
    if (n > 0 && bytes > memory / 2) break;
  }
  return n;
}

void run_pairs(std::span<const strip_job> jobs, std::span<const strip_pair> pairs, strip_runner& on,
               launch_times* times, std::vector<std::optional<spliced::best_end>>& ends) {
  const spliced::problem& any = jobs[pairs.front().jobs[0]].input;
  const auto rows = on.run(pairs, {any.gaps.extend, any.free_target_ends}, times);
  std::span<const std::uint32_t> next(rows);
  for (const strip_pair& pair : pairs) {
    for (int half = 0; half < 2; ++half) {
      const std::size_t j = pair.jobs[static_cast<std::size_t>(half)];
      ends[j] = read_strip_end(jobs[j], next.first(pair.n_columns), half);
    }
    next = next.subspan(pair.n_columns);
  }
}

}  // namespace

std::size_t strip_row_bytes(const strip_pair& pair) {
  return std::size_t{pair.program->n_rows} * pair.n_columns * sizeof(std::uint32_t);
}

std::vector<std::optional<spliced::best_end>> find_strip_ends(std::span<const strip_job> jobs, strip_runner& on,
                                                              launch_times* times) {
  std::vector<std::optional<spliced::best_end>> ends(jobs.size());
  std::vector<std::size_t> fitting;
  for (std::size_t j = 0; j < jobs.size(); ++j)
    if (fits_strips(jobs[j])) fitting.push_back(j);
  const auto pairs = pair_jobs(jobs, fitting);
  std::size_t memory = on.memory();
  for (std::span<const strip_pair> left(pairs); !left.empty();) {
    const auto now = left.first(count_next(left, memory));
    if (const auto* control = jobs[now.front().jobs[0]].control) control->throw_if_stopped();
    try {
      run_pairs(jobs, now, on, times, ends);
      left = left.subspan(now.size());
    } catch (const device_memory_exceeded&) {  // others use it, too
      if (now.size() == 1) throw;
      memory /= 2;
    }
  }
  return ends;
}

std::uint64_t scored_pass::cells_computed() const {
  const std::uint64_t on_device = job_.input.n_columns() * job_.schedule->counts.rows;
  return on_device + (made_ ? made_->cells_computed() : 0);
}

spliced::row_pass& scored_pass::rows() const {
  if (!made_) {
    made_ = others_.align(job_);
    if (made_->end().total != end_.total) throw std::logic_error("a device and a CPU find other scores");
  }
  return *made_;
}

}  // namespace exonweave::gpu

#include "gpu/strips/strip_pass.hpp"

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

}  // namespace

std::size_t strip_row_bytes(const strip_pair& pair) {
  return std::size_t{pair.program->n_rows} * pair.n_columns * sizeof(std::uint32_t);
}

std::vector<std::optional<spliced::best_end>> find_strip_ends(std::span<const strip_job> jobs,
                                                              strip_runner& on, launch_times* times) {
  std::vector<std::optional<spliced::best_end>> ends(jobs.size());
  std::vector<std::size_t> fitting;
  for (std::size_t j = 0; j < jobs.size(); ++j)
    if (fits_strips(jobs[j])) fitting.push_back(j);
  const auto pairs = pair_jobs(jobs, fitting);
  for (std::span<const strip_pair> left(pairs); !left.empty();) {
    const auto now = left.first(count_next(left, on.memory()));
    left = left.subspan(now.size());
    const spliced::problem& any = jobs[now.front().jobs[0]].of;
    const auto rows = on.run(now, {any.gaps.extend, any.free_target_ends}, times);
    std::span<const std::uint32_t> next(rows);
    for (const strip_pair& pair : now) {
      for (int half = 0; half < 2; ++half) {
        const std::size_t j = pair.jobs[static_cast<std::size_t>(half)];
        ends[j] = read_strip_end(jobs[j], next.first(pair.n_columns), half);
      }
      next = next.subspan(pair.n_columns);
    }
  }
  return ends;
}

}  // namespace exonweave::gpu

// What the benchmarks of score passes on devices share.
#pragma once

#include <time.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <vector>

#include "gpu/device/devices.hpp"
#include "spliced/engine/problem.hpp"

namespace exonweave::benchmarks {

inline double cpu_seconds_of(const std::function<void()>& work) {
  const auto now = [] {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) / 1e9;
  };
  const double before = now();
  work();
  return now() - before;
}

inline double median(std::vector<double> values) {
  std::ranges::sort(values);
  return values[values.size() / 2];
}

using found_end = std::optional<spliced::best_end>;

inline bool is_same(const found_end& a, const found_end& b) {
  if (!a || !b) return !a && !b;
  return a->total == b->total && (a->column == b->column || !spliced::is_reachable(a->total));
}

/// make(device) for the first `n` usable ones. Throws std::runtime_error where there are not so many.
template <class Make>
auto make_on_devices(std::size_t n, const Make& make) {
  const auto usable = gpu::usable_devices();
  if (usable.size() < n) throw std::runtime_error("there are not so many devices");
  std::vector<decltype(make(0))> made;
  for (std::size_t d = 0; d < n; ++d) made.push_back(make(usable[d]));
  return made;
}

template <class Times>
struct device_result {
  double kernel_ms = 0, run_ms = 0;  // medians
  Times times{};                     // of the last run, of the device that took longest
  std::vector<found_end> ends{};     // [jobs]
};

/// Jobs divided among devices by what they cost, once uncounted and then `repeats` times. run(jobs, device, times)
/// finds the ends of some; kernel_ms(times). Throws std::logic_error when two runs differ.
template <class Times, class Job, class Device, class Run, class KernelMs>
device_result<Times> run_on_devices(const std::vector<Device>& on, const std::vector<Job>& jobs, std::size_t repeats,
                                    const Run& run, const KernelMs& kernel_ms) {
  device_result<Times> result;
  const auto run_once = [&] {
    std::vector<std::uint64_t> costs;
    for (const Job& job : jobs) costs.push_back(cost_of(job));
    const gpu::device_shares shares = gpu::share_jobs(costs, on.size());
    std::vector<Times> times(on.size());
    std::vector<found_end> ends(jobs.size());
    gpu::run_shares(shares, [&](std::size_t d) {
      std::vector<Job> mine;
      for (const std::size_t j : shares[d]) mine.push_back(jobs[j]);
      const auto found = run(mine, *on[d], times[d]);
      for (std::size_t k = 0; k < mine.size(); ++k) ends[shares[d][k]] = found[k];
    });
    result.times = *std::ranges::max_element(times, {}, kernel_ms);
    return ends;
  };
  result.ends = run_once();
  std::vector<double> kernels, runs;
  for (std::size_t r = 0; r < repeats; ++r) {
    const auto begin = std::chrono::steady_clock::now();
    const auto ends = run_once();
    runs.push_back(std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count());
    kernels.push_back(kernel_ms(result.times));
    if (!std::ranges::equal(ends, result.ends, is_same))
      throw std::logic_error("two runs of the same jobs on the device differ");
  }
  result.kernel_ms = median(kernels);
  result.run_ms = median(runs);
  return result;
}

}  // namespace exonweave::benchmarks

#include "cli/processors.hpp"

#include <sched.h>

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <string>
#include <thread>

#include "base/files/numbers.hpp"

namespace exonweave::apps {
namespace {

// Of version 2, and of version 1 put together to the same; nothing where there is none.
std::string text_of_quota() {
  std::string quota, period;
  if (std::ifstream file("/sys/fs/cgroup/cpu.max"); std::getline(file, quota)) return quota;
  std::ifstream of_quota("/sys/fs/cgroup/cpu/cpu.cfs_quota_us");
  std::ifstream of_period("/sys/fs/cgroup/cpu/cpu.cfs_period_us");
  if (std::getline(of_quota, quota) && std::getline(of_period, period)) return quota + " " + period;
  return {};
}

// Those that this process may run on: taskset, Slurm and containers say so. The C++ library counts all that the machine
// has.
unsigned allowed_processors() {
  cpu_set_t allowed;
  if (::sched_getaffinity(0, sizeof allowed, &allowed) == 0) return static_cast<unsigned>(CPU_COUNT(&allowed));
  return std::max(1U, std::thread::hardware_concurrency());
}

}  // namespace

unsigned processors_of_quota(std::string_view cpu_max) {
  const std::size_t blank = cpu_max.find(' ');
  if (blank == std::string_view::npos) return 0;
  const auto quota = parse_plain_integer(cpu_max.substr(0, blank));
  const auto period = parse_plain_integer(cpu_max.substr(blank + 1));
  if (!quota || !period || *quota <= 0 || *period <= 0) return 0;
  return static_cast<unsigned>((*quota + *period - 1) / *period);
}

unsigned n_processors() {
  const unsigned n = allowed_processors();
  const unsigned of_quota = processors_of_quota(text_of_quota());
  return of_quota == 0 ? n : std::min(n, of_quota);
}

thread_numbers resolve_threads(std::optional<unsigned> requested, run_place place, unsigned n_processors) {
  const unsigned total = requested.value_or(n_processors), here = std::min(total, n_processors);
  return {place == run_place::here ? here : total, here};
}

}  // namespace exonweave::apps

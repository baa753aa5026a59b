#include "gpu/device/devices.hpp"

#include <algorithm>
#include <future>
#include <numeric>

namespace exonweave::gpu {

device_shares share_jobs(std::span<const std::uint64_t> costs, std::size_t n_devices) {
  std::vector<std::size_t> dearest_first(costs.size());
  std::iota(dearest_first.begin(), dearest_first.end(), 0);
  std::ranges::stable_sort(dearest_first, std::greater<>{}, [&](std::size_t j) { return costs[j]; });
  device_shares shares(n_devices);
  std::vector<std::uint64_t> load(n_devices, 0);
  for (const std::size_t j : dearest_first) {
    const auto least = static_cast<std::size_t>(std::ranges::min_element(load) - load.begin());
    shares[least].push_back(j);
    load[least] += costs[j];
  }
  return shares;
}

void run_shares(const device_shares& shares, const std::function<void(std::size_t)>& run) {
  std::vector<std::future<void>> others;
  for (std::size_t d = 1; d < shares.size(); ++d)
    if (!shares[d].empty()) others.push_back(std::async(std::launch::async | std::launch::deferred, run, d));
  if (!shares.empty() && !shares.front().empty()) run(0);
  for (auto& each : others) each.get();
}

}  // namespace exonweave::gpu

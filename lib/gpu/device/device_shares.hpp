// Jobs of several devices.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace exonweave::gpu {

/// [devices] Which jobs each gets: the dearest first, each to the device that has least to do.
using device_shares = std::vector<std::vector<std::size_t>>;
device_shares share_jobs(std::span<const std::uint64_t> costs, std::size_t n_devices);

/// run(device) for those that have jobs, side by side: the first on this thread. Returns when all are done; throws what
/// one of them throws.
void run_shares(const device_shares& shares, const std::function<void(std::size_t)>& run);

}  // namespace exonweave::gpu

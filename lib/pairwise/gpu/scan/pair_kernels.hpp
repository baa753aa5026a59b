// Kernels of `scan-cuda` (pair_kernel.cuh): which shapes they get, in which order.
#pragma once

#include <memory>

#include "pairwise/gpu/scan/scan_kernels.hpp"

namespace exonweave::gpu {

/// Whether scores, with open + extend added, lie in signed bytes.
bool fit_pair_kernels(const device_scoring& scoring);

/// For scorings that fit.
std::unique_ptr<scan_kernels> make_pair_kernels(const device_scoring& scoring);

}  // namespace exonweave::gpu

// The kernels of each method of scanning: our own, and those of published systems.
#pragma once

#include <memory>

#include "pairwise/gpu/scan/scan_kernels.hpp"
#include "pairwise/gpu/scan/scan_method.hpp"

namespace exonweave::gpu {

/// Methods that do not take a scoring have one that does stand in.
std::unique_ptr<scan_kernels> make_scan_kernels(scan_method method, const device_scoring& scoring);

}  // namespace exonweave::gpu

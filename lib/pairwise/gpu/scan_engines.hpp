// The scan engines of this library. Plain C++: the same header with and without a CUDA toolkit.
#pragma once

#include "gpu/engines/engines.hpp"
#include "pairwise/scan/scan_engine.hpp"

namespace exonweave::gpu {

/// Adds `scan-cuda`, and the published systems `scan-tiles`, `scan-bands` and `scan-rows`, each on all devices of the
/// options, with so many threads of the host. To make one throws device_failure where there is no device, or none of
/// those that were asked for.
void add_scan_engines(spliced::scan_registry& to, const gpu_options& options = {}, unsigned n_threads = 1);

}  // namespace exonweave::gpu

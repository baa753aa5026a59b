// Scan engines on GPUs: one host side for all methods. Plain C++: the same header with and without a CUDA toolkit.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "pairwise/gpu/scan/scan_method.hpp"
#include "pairwise/scan/scan_engine.hpp"

namespace exonweave::gpu {

struct scan_options {
  std::vector<int> devices;            // as CUDA counts them, at least one
  std::uint64_t max_device_bytes = 0;  // of each that a scan may use; 0: most of what is free when a database is opened
  unsigned n_threads = 1;              // of the host, that look at a database once when it is opened
};

/// Throws device_failure.
std::unique_ptr<scan_engine> make_cuda_scan(scan_method method, scan_options options);

}  // namespace exonweave::gpu

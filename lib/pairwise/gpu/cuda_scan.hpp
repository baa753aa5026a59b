// Scan engines on GPUs: one host side for all methods. Plain C++: the same header with and without a CUDA toolkit.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "pairwise/engine/pairwise_engine.hpp"
#include "pairwise/scan/scan_engine.hpp"

namespace exonweave::gpu {

/// The ways in which a device can scan a database.
enum class scan_method {
  pairs,  // our own: two sequences in 16-bit halves, lanes share a query (pair_kernel.cuh)
  tiles,  // Wu et al.: a thread for each sequence, tiles of 4 x 4 cells (tile_kernels.cu)
  bands,  // Ligowski and Rudnicki 2009: a thread for each sequence, bands of 12 rows (band_kernels.cu)
  rows,   // Chang and Chen 2012: a block of threads for each sequence, linear gaps (row_kernels.cu)
};

/// Of the engine that scans so.
const pairwise_engine& facts_of(scan_method method);

struct scan_options {
  std::vector<int> devices;            // as CUDA counts them, at least one
  std::uint64_t max_device_bytes = 0;  // of each that a scan may use; 0: most of what is free when a database is opened
  unsigned n_threads = 1;              // of the host, that look at a database once when it is opened
};

/// Throws device_failure.
std::unique_ptr<scan_engine> make_cuda_scan(scan_method method, scan_options options);

}  // namespace exonweave::gpu

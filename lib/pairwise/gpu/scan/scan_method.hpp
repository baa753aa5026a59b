// The ways in which a device can scan a database.
#pragma once

#include "pairwise/engine/pairwise_engine.hpp"

namespace exonweave::gpu {

enum class scan_method {
  pairs,  // our own: two sequences in 16-bit halves, lanes share a query (pair_kernel.cuh)
  tiles,  // Wu et al.: a thread for each sequence, tiles of 4 x 4 cells (tile_kernels.cu)
  bands,  // Ligowski and Rudnicki 2009: a thread for each sequence, bands of 12 rows (band_kernels.cu)
  rows,   // Chang and Chen 2012: a block of threads for each sequence, linear gaps (row_kernels.cu)
};

/// Of the engine that scans so.
const pairwise_engine& facts_of(scan_method method);

}  // namespace exonweave::gpu

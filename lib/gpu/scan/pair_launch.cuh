// What a launch of the kernel of pairs gets. A launch is one pass of some queries: group * rows residues of each from first_row on.
// The lowest row of a pass is the border that the next one begins from.
#pragma once

#include <vector_types.h>

#include <cstdint>
#include <vector>

#include "gpu/scan/scan_views.hpp"

namespace exonweave::gpu {

constexpr unsigned pair_threads = 256;

struct pair_launch {
  turn_views turn;
  const std::uint32_t* which = nullptr;  // [gridDim.y] queries, as indices of entries
  std::uint32_t* next = nullptr;         // [gridDim.y] counters, 0 before the launch
  uint2* border =
      nullptr;  // [gridDim.y][rows of words][4 columns][pairs of a block] H and F'; null: one pass
  std::uint64_t border_stride = 0;  // elements of a query
  std::uint32_t* best = nullptr;    // [gridDim.y][n_blocks][pairs of a block] between passes
  std::uint32_t group = 1;          // lanes of a pair: 1, 2, 4, 8, 16, 32
  std::uint32_t first_row = 0;
  bool is_last_pass = true;
};

struct pair_kernel {
  std::uint32_t rows = 0;  // of a lane
  void (*start)(pair_launch) = nullptr;
  std::size_t shared_bytes = 0;
};

/// By rows, ascending. Scores with open + extend added lie in [-128, 127].
std::vector<pair_kernel> signed_pair_kernels();
/// These in [0, 127].
std::vector<pair_kernel> unsigned_pair_kernels();

}  // namespace exonweave::gpu

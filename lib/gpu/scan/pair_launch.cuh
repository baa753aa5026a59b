// What a launch of the kernel of pairs gets: some queries against a range of blocks.
//
// A query longer than the rows of a group is aligned in passes of group * rows residues. The lowest row of a pass is the border that
// the next one begins from. All passes of a launch run at the same time, each on blocks of threads of its own, one right behind the
// other. Blocks draw lots for what they do, so that a pass only ever waits for blocks that have begun.
//
// A sequence may be cut in windows that overlap by half: an alignment that scores enough is no longer than the overlap, so one of
// them holds it whole. Every window tells its score, and the highest counts.
#pragma once

#include <vector_types.h>

#include <cstdint>
#include <vector>

#include "gpu/scan/scan_views.hpp"

namespace exonweave::gpu {

constexpr unsigned pair_threads = 256;

struct pair_launch {
  turn_views turn;
  const std::uint32_t* which = nullptr;  // [n_queries] indices of entries
  std::uint32_t n_queries = 0;
  std::uint32_t group = 1;  // lanes of a pair: 1, 2, 4, 8, 16, 32
  std::uint32_t n_passes = 1;
  std::uint32_t blocks_per_pass = 1;  // of threads, for each query
  std::uint32_t window = 0;           // columns, a multiple of 8; 0: sequences are not cut
  std::uint32_t n_windows = 1;        // of the longest sequence
  std::uint32_t first_pair = 0;       // of the range; 128 pairs are a block
  std::uint32_t n_pairs = 0;          // of the range
  std::uint32_t n_units = 0;          // warps' work: pairs of a warp, times windows
  // [1 + n_queries * n_passes] 0 before the launch: lots that were drawn, then units that were taken of each pass of a query.
  std::uint32_t* counters = nullptr;
  // Null with one pass.
  std::uint32_t* told = nullptr;    // [n_queries][n_passes][n_units] 0 before the launch (pass_border)
  uint2* border = nullptr;          // [n_queries][n_windows][quads of the range's blocks][pairs of a block][4 columns], 0 before
  std::uint64_t border_stride = 0;  // elements of a window
  std::uint32_t* best = nullptr;    // [n_queries][n_windows][n_pairs] of the passes so far
};

struct pair_kernel {
  std::uint32_t rows = 0;  // of a lane
  bool is_for_passes = false;
  void (*start)(pair_launch) = nullptr;
  std::size_t shared_bytes = 0;
};

/// Scores with open + extend added lie in [-128, 127].
std::vector<pair_kernel> signed_pair_kernels();
/// These in [0, 127].
std::vector<pair_kernel> unsigned_pair_kernels();

}  // namespace exonweave::gpu

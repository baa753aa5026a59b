// What a launch of the kernel of pairs gets: some queries against a range of blocks.
//
// A query longer than the rows of a group is aligned in passes of group * rows residues. The lowest row of a pass is
// the border that the next one begins from. All passes of a launch run at the same time, each on blocks of threads of
// its own, one right after the other. Blocks draw batches for what they do, so that a pass only ever waits for blocks
// that have begun.
//
// A sequence may be cut in windows that overlap by half: an alignment that scores enough is no longer than the overlap,
// so one of them holds it whole. Every window reports its score, and the highest counts.
#pragma once

#include <vector_types.h>

#include <cstdint>
#include <vector>

#include "pairwise/gpu/scan/scan_views.hpp"

namespace exonweave::gpu {

constexpr unsigned pair_threads = 256;

/// What the halves of a word are.
enum class pair_kind {
  sequences,         // two of them, one query; open + extend + d lies in [0, 127]
  signed_sequences,  // the same; in [-128, 127]
  queries,           // two of them, one sequence; in [0, 127]
};

constexpr std::uint32_t sequences_of(pair_kind kind) { return kind == pair_kind::queries ? 1 : 2; }
constexpr std::uint32_t queries_of(pair_kind kind) { return 3 - sequences_of(kind); }
constexpr std::uint32_t pairs_of_block(pair_kind kind) { return block_width / sequences_of(kind); }

/// Fours of columns that a pass puts of a window: the first has one column alone.
constexpr std::uint32_t quads_of_window(std::uint32_t window) { return window / 4 + 1; }

struct pair_launch {
  turn_views turn;
  // Indices of entries: [n_queries], or of pairs of queries [n_queries][2]. Below a pair of queries counts as one.
  const std::uint32_t* which = nullptr;
  std::uint32_t n_queries = 0;
  std::uint32_t group = 1;  // lanes of a pair: 1, 2, 4, 8, 16, 32
  std::uint32_t n_passes = 1;
  std::uint32_t blocks_per_pass = 1;  // of threads, for each query
  std::uint32_t window = 0;           // columns, a multiple of 8; 0: sequences are not cut
  std::uint32_t n_windows = 1;        // of the longest sequence
  std::uint32_t first_pair = 0;       // of the range; of two queries every sequence is a pair
  std::uint32_t n_pairs = 0;          // of the range
  std::uint32_t n_units = 0;          // warps' work: pairs of a warp, times windows
  // [1 + n_queries * n_passes] 0 before the launch: batches that were drawn, then units that were taken of each pass of
  // a query.
  std::uint32_t* counters = nullptr;
  // Null with one pass.
  std::uint32_t* reported = nullptr;  // [n_queries][n_passes][n_units] 0 before the launch (pass_border)
  // [n_queries][n_windows][quads of the range's blocks][pairs of a block][4 columns]; of a block as many quads as its
  // rows of words, or as a window has, and one more
  uint2* border = nullptr;
  std::uint64_t border_stride = 0;  // elements of a window
  std::uint32_t* best = nullptr;    // [n_queries][n_windows][n_pairs] of the passes so far
};

struct pair_kernel {
  pair_kind kind = pair_kind::sequences;
  std::uint32_t rows = 0;  // of a lane
  bool is_for_passes = false;
  void (*start)(pair_launch) = nullptr;
  std::size_t shared_bytes = 0;
};

std::vector<pair_kernel> kernels_of_sequences();
std::vector<pair_kernel> kernels_of_signed_sequences();
std::vector<pair_kernel> kernels_of_queries();

}  // namespace exonweave::gpu

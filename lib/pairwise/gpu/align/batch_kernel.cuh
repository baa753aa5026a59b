// Global alignments of many short pairs at once, a warp for each, with linear or affine gaps.
//
//   columns of the target ->   a lane has some rows of the query, and is a column after the lane above:
//   lane 0   rows 0..R-1       t0 t1 t2 t3 t4 ...             D and F of a lane's last row go to the next lane, a step
//            later
//   lane 1   rows R..2R-1         t0 t1 t2 t3 ...
//   ...                                                     a query of more than 32 R residues goes on in a further
//                                                           strip of
//   lane 31                                    t0 t1 ...    as many rows: the last row of a strip is the border of the
//                                              next one
//
// With D(i,j) = S(i,j) + extend * (i + j), where S, F and E are align_engine.hpp's, what a gap's symbol costs is what
// the next cell gains:
//
//   D(i,j) = max(D(i-1,j-1) + d(q_i, t_j) + 2 extend, F(i,j), E(i,j))
//   F(i,j) = max(F(i-1,j), D(i-1,j) - open)     E(i,j) = max(E(i,j-1), D(i,j-1) - open)
//   D(0,0) = 0, and the borders are -open
//
// Of each cell a byte says which of these were equal. So the way back, a thread for each pair, needs no values
// (align_engine.hpp says which of several counts).
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>

namespace exonweave::gpu {

constexpr int batch_warps = 4;  // of a block
constexpr int row_words = 4;    // a lane has at most so many times four rows

struct batch_pair {
  std::uint32_t query = 0, target = 0;  // where their codes begin
  std::uint32_t m = 0, n = 0;           // residues, 1 or more
  std::uint64_t cells = 0;              // where the words of its cells begin, in `cells` below
  std::uint64_t border = 0;             // where its columns begin, in `borders` below; of one strip: anything
};

struct batch_result {
  std::int32_t last = 0;        // D(m,n)
  std::uint32_t n_runs = 0;     // of its path, 0 where it is not requested
  std::uint64_t first_run = 0;  // in `runs` below
};

/// Pairs with as many rows of a lane, or all of a walk. All in device memory.
struct batch_launch {
  const batch_pair* pairs = nullptr;
  batch_result* results = nullptr;  // of these
  std::uint32_t n_pairs = 0;
  const std::uint8_t* codes = nullptr;
  const std::int8_t* gains = nullptr;  // [n_codes][n_codes] d + 2 extend, of query and target
  std::uint32_t n_codes = 0;
  std::int32_t open = 0, extend = 0;
  std::uint32_t* cells = nullptr;  // null: no paths are requested
  int2* borders = nullptr;
  std::int32_t least = 0;                // the path is requested of scores S(m,n) from here on
  std::uint32_t* runs = nullptr;         // length * 4 + cell_move, from the begin to the end
  unsigned long long* n_runs = nullptr;  // 0 before the first walk
};

/// With 4 * `words` rows of a lane, words of 1 to row_words.
void sweep_pairs(const batch_launch& launch, int words, cudaStream_t on);
void walk_pairs(const batch_launch& launch, int words, cudaStream_t on);

/// How often a lane's rows make a strip for so many residues of a query.
constexpr std::uint32_t strips_of(std::uint32_t m, int words) {
  const std::uint32_t rows = 128 * static_cast<std::uint32_t>(words);
  return (m + rows - 1) / rows;
}
/// Words of a pair's cells.
constexpr std::uint64_t cell_words(std::uint32_t m, std::uint32_t n, int words) {
  return std::uint64_t{strips_of(m, words)} * (n + 31) * 32 * static_cast<std::uint64_t>(words);
}

}  // namespace exonweave::gpu

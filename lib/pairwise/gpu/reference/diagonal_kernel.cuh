// Anti-diagonals of a pair: where their moves are in a submatrix, and what computes them.
//
// Anti-diagonal a holds the cells (i, a - i) with 1 <= i <= m and 1 <= a - i <= n, a = 2 .. m + n. Its moves are words
// in pairs, two bits of 32 cells: the low bits in the first, the high bits in the second. A 2 x 3 example, whose cells
// by anti-diagonal are
//
//   (1,1) | (1,2) (2,1) | (1,3) (2,2) | (2,3)       as words: [low high] [low high] [low high] [low high]
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>

namespace exonweave::gpu {

#ifdef __CUDACC__
#define EXONWEAVE_HOST_DEVICE __host__ __device__
#else
#define EXONWEAVE_HOST_DEVICE
#endif

struct diagonal_shape {
  std::int32_t m = 0;
  std::int32_t n = 0;

  [[nodiscard]] EXONWEAVE_HOST_DEVICE std::int32_t first_row(std::int32_t a) const { return a > n ? a - n : 1; }
  [[nodiscard]] EXONWEAVE_HOST_DEVICE std::int32_t n_cells(std::int32_t a) const {
    const std::int32_t last = a - 1 < m ? a - 1 : m;
    return last - first_row(a) + 1;
  }
  [[nodiscard]] EXONWEAVE_HOST_DEVICE std::size_t n_words(std::int32_t a) const {
    return (static_cast<std::size_t>(n_cells(a)) + 31) / 32 * 2;
  }
};
#undef EXONWEAVE_HOST_DEVICE

struct submatrix {
  diagonal_shape shape;
  const std::uint8_t* query = nullptr;
  const std::uint8_t* target = nullptr;
  const std::int32_t* gains = nullptr;  // gain_table
  std::int32_t* D[3]{};                 // [m + 1] each: D of anti-diagonal a by row in D[a % 3]; all 0 at first
  std::int32_t begin = 0;               // anti-diagonals, half-open
  std::int32_t end = 0;
  std::uint32_t* moves = nullptr;  // null: not requested
};

/// A launch for each anti-diagonal.
void compute_iteratively(const submatrix& part, cudaStream_t on);
/// One launch.
void compute_cooperatively(const submatrix& part, cudaStream_t on);

}  // namespace exonweave::gpu

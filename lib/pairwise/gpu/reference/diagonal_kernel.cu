#include <cooperative_groups.h>

#include <algorithm>

#include "gpu/device/cuda_call.cuh"
#include "pairwise/gpu/align/device_pair.hpp"
#include "pairwise/gpu/reference/diagonal_kernel.cuh"

namespace exonweave::gpu {
namespace {

constexpr int block_threads = 256;

// Kurt et al.'s cell, with D of device_pair.hpp. Row and column 0 are 0 wherever they are read: no anti-diagonal before
// a has written the entry of row a - 1 or above, nor any that of row 0.
//   D(i,j) = max(D(i-1,j-1) + d(q_i, t_j) + 2 extend, D(i-1,j), D(i,j-1))
__device__ void compute_diagonal(const submatrix& part, std::int32_t a, std::uint32_t* moves) {
  const std::int32_t* const before = part.D[(a + 2) % 3];      // a - 1
  const std::int32_t* const two_before = part.D[(a + 1) % 3];  // a - 2
  std::int32_t* const now = part.D[a % 3];
  const std::int32_t first = part.shape.first_row(a), n = part.shape.n_cells(a);
  const std::int32_t n_padded = (n + 31) / 32 * 32;  // whole warps
  const std::int32_t stride = gridDim.x * blockDim.x;
  for (std::int32_t k = blockIdx.x * blockDim.x + threadIdx.x; k < n_padded; k += stride) {
    unsigned move = 0;
    if (k < n) {
      const std::int32_t i = first + k, j = a - i;
      const std::int32_t gain =
          __ldg(part.gains + part.query[i - 1] * static_cast<int>(pair_codes) + part.target[j - 1]);
      const std::int32_t pair = __ldcg(two_before + i - 1) + gain;
      const std::int32_t up = __ldcg(before + i - 1), left = __ldcg(before + i);
      const std::int32_t D = max(max(pair, up), left);
      __stcg(now + i, D);
      move = D == pair ? 0 : D == up ? 1 : 2;  // cell_move
    }
    if (moves == nullptr) continue;
    const unsigned low = __ballot_sync(~0U, move & 1U), high = __ballot_sync(~0U, move >> 1U);
    if (threadIdx.x % 32 == 0) {
      moves[k / 32 * 2] = low;
      moves[k / 32 * 2 + 1] = high;
    }
  }
}

__global__ void __launch_bounds__(block_threads) one_diagonal(submatrix part, std::int32_t a, std::uint32_t* moves) {
  compute_diagonal(part, a, moves);
}

__global__ void __launch_bounds__(block_threads) all_diagonals(submatrix part) {
  const auto grid = cooperative_groups::this_grid();
  std::uint32_t* moves = part.moves;
  for (std::int32_t a = part.begin; a < part.end; ++a) {
    compute_diagonal(part, a, moves);
    if (moves != nullptr) moves += part.shape.n_words(a);
    grid.sync();
  }
}

int blocks_for(std::int32_t n_cells) { return (n_cells + block_threads - 1) / block_threads; }

}  // namespace

void compute_iteratively(const submatrix& part, cudaStream_t on) {
  std::uint32_t* moves = part.moves;
  for (std::int32_t a = part.begin; a < part.end; ++a) {
    one_diagonal<<<blocks_for(part.shape.n_cells(a)), block_threads, 0, on>>>(part, a, moves);
    check(cudaGetLastError(), "an anti-diagonal");
    if (moves != nullptr) moves += part.shape.n_words(a);
  }
}

void compute_cooperatively(const submatrix& part, cudaStream_t on) {
  int per_multiprocessor = 0, device = 0, n_multiprocessors = 0;
  check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&per_multiprocessor, all_diagonals, block_threads, 0),
        "how many blocks run");
  check(cudaGetDevice(&device), "the device");
  check(cudaDeviceGetAttribute(&n_multiprocessors, cudaDevAttrMultiProcessorCount, device), "the device");
  const std::int32_t longest = std::min(part.shape.m, part.shape.n);
  const int n_blocks = std::min(blocks_for(longest), per_multiprocessor * n_multiprocessors);
  submatrix argument = part;
  void* arguments[]{&argument};
  check(cudaLaunchCooperativeKernel(reinterpret_cast<const void*>(all_diagonals), dim3(n_blocks), dim3(block_threads),
                                    arguments, 0, on),
        "a submatrix");
}

}  // namespace exonweave::gpu

// How many blocks of threads a kernel is started with when they take their work from a counter.
#pragma once

#include <cuda_runtime_api.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "gpu/device/cuda_call.cuh"
#include "pairwise/gpu/scan/scan_kernels.hpp"

namespace exonweave::gpu {

inline unsigned n_multiprocessors() {
  int device = 0, n = 0;
  check(cudaGetDevice(&device), "the device");
  check(cudaDeviceGetAttribute(&n, cudaDevAttrMultiProcessorCount, device), "the device's multiprocessors");
  return static_cast<unsigned>(n);
}

/// Bytes of shared memory that a block may ask for.
inline std::size_t max_shared_bytes() {
  int device = 0, n = 0;
  check(cudaGetDevice(&device), "the device");
  check(cudaDeviceGetAttribute(&n, cudaDevAttrMaxSharedMemoryPerBlockOptin, device), "the device's shared memory");
  return static_cast<std::size_t>(n);
}

/// As many as the current device runs at once, with so many bytes of shared memory.
template <class... Arguments>
std::uint32_t blocks_at_once(void (*kernel)(Arguments...), unsigned n_threads, std::size_t shared_bytes) {
  if (shared_bytes > 0)
    check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(shared_bytes)),
          "a kernel's shared memory");
  int per_multiprocessor = 0;
  check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&per_multiprocessor, kernel, static_cast<int>(n_threads),
                                                      shared_bytes),
        "a kernel's blocks");
  return n_multiprocessors() * static_cast<unsigned>(std::max(per_multiprocessor, 1));
}

// How kernels tell a pair's score, and that they do not know it.

__device__ inline void tell_score(const turn_views& turn, std::uint32_t query, std::uint32_t block,
                                  std::uint32_t column, std::int32_t total) {
  const placed_query& entry = turn.queries.entries[query];
  if (total < entry.least) return;
  const std::uint32_t index = atomicAdd(&turn.found.n->n_hits, 1u);
  if (index < turn.found.n_room_hits)
    turn.found.hits[index] = {entry.number, turn.blocks.numbers[block] * width + column, total};
}

__device__ inline void do_again(const turn_views& turn, std::uint32_t query, std::uint32_t block,
                                std::uint32_t column) {
  const std::uint32_t index = atomicAdd(&turn.found.n->n_redone, 1u);
  if (index < turn.found.n_room_redone)
    turn.found.redone[index] = {turn.queries.first + query, (turn.blocks.first + block) * width + column};
}

/// The residue in a word of four.
__device__ inline std::uint32_t residue_in(std::uint32_t word, std::uint32_t column) {
  return word >> (8 * (column % 4)) & 0xFF;
}

}  // namespace exonweave::gpu

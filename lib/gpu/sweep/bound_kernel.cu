#include <cuda_runtime.h>

#include <cstdint>

#include "gpu/device/cuda_call.cuh"
#include "gpu/sweep/bound_warp.cuh"

namespace exonweave::gpu {
namespace {

template <int C, bool kTiled>
__global__ void __launch_bounds__(32 * bound_warps, bound_blocks)
    sweep_bounds(const bound_launch launch, std::uint32_t profile_words) {
  extern __shared__ std::uint32_t shared[];
  const int lane = static_cast<int>(threadIdx.x) & 31, warp = static_cast<int>(threadIdx.x) >> 5;
  bound_warp<C, kTiled> sweeper(launch, shared + profile_words * warp,
                                static_cast<int>(blockIdx.x) * bound_warps + warp, lane);
  for (;;) {
    std::uint32_t next = 0;
    if (lane == 0) next = atomicAdd(launch.next, 1U);
    next = alike(next);
    if (next >= launch.n_tiles || sweeper.is_stopped()) return;
    sweeper.sweep(next);
  }
}

using kernel = void (*)(bound_launch, std::uint32_t);

template <bool kTiled>
kernel kernel_of(int columns_of_lane) {
  switch (columns_of_lane) {
    case 4:
      return sweep_bounds<4, kTiled>;
    case 5:
      return sweep_bounds<5, kTiled>;
    case 6:
      return sweep_bounds<6, kTiled>;
    case 7:
      return sweep_bounds<7, kTiled>;
    default:
      return sweep_bounds<8, kTiled>;
  }
}

}  // namespace

std::size_t bound_shared_bytes(int columns_of_lane, std::uint32_t max_profile_rows) {
  return sizeof(std::uint32_t) * 32 * columns_of_lane * max_profile_rows * bound_warps;
}

void launch_bounds(const bound_launch& launch, bound_shape shape, int n_blocks, std::size_t shared_bytes,
                   cudaStream_t on) {
  const kernel run = shape.is_tiled ? kernel_of<true>(shape.columns) : kernel_of<false>(shape.columns);
  check(cudaFuncSetAttribute(run, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(shared_bytes)),
        "shared memory of a block");
  const auto profile_words = static_cast<std::uint32_t>(shared_bytes / bound_warps / sizeof(std::uint32_t));
  run<<<n_blocks, 32 * bound_warps, shared_bytes, on>>>(launch, profile_words);
  check(cudaGetLastError(), "a launch");
}

}  // namespace exonweave::gpu

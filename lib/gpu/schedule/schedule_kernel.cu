// Launches of device programs: a block of threads for each alignment at a time, a warp for each tile of columns.
#include "gpu/cuda_call.cuh"
#include "gpu/schedule/schedule_warp.cuh"

namespace exonweave::gpu {
namespace {

template <class Lanes>
constexpr int most_tiles_of = Lanes::columns_per_word == 2 ? most_tiles(true) : most_tiles(false);

// Registers for so many blocks at once: with one tile as many as memory for profiles leaves room for.
template <class Lanes, int kWords, bool kTiles>
constexpr int least_blocks = kTiles       ? 1
                             : kWords > 6 ? 12
                                          : 16;

template <class Lanes, int kWords, bool kAffine, bool kTiles>
__global__ void __launch_bounds__(warp_size*(kTiles ? most_tiles_of<Lanes> : 1),
                                  (least_blocks<Lanes, kWords, kTiles>))
    run_schedules(const schedule_batch batch) {
  extern __shared__ uint4 shared[];
  __shared__ std::uint32_t chosen;
  for (;;) {
    if (threadIdx.x == 0) chosen = atomicAdd(batch.next_job, 1u);
    __syncthreads();
    const std::uint32_t index = chosen;
    __syncthreads();
    if (index >= batch.n_jobs) return;
    const schedule_job job = batch.jobs[index];
    schedule_warp<Lanes, kWords, kAffine, kTiles>(batch, job, reinterpret_cast<unsigned char*>(shared)).run();
  }
}

using kernel = void (*)(schedule_batch);

template <class Lanes, int kWords, bool kAffine>
kernel choose(bool has_tiles) {
  return has_tiles ? run_schedules<Lanes, kWords, kAffine, true>
                   : run_schedules<Lanes, kWords, kAffine, false>;
}

template <bool kAffine>
kernel choose_narrow(const schedule_shape& shape) {
  const bool has_tiles = shape.n_tiles > 1;
  switch (shape.n_words) {
    case 2:
      return choose<narrow, 2, kAffine>(has_tiles);
    case 4:
      return choose<narrow, 4, kAffine>(has_tiles);
    case 6:
      return choose<narrow, 6, kAffine>(has_tiles);
    case 5:
      return choose<narrow, 5, kAffine>(has_tiles);
    case 7:
      return choose<narrow, 7, kAffine>(has_tiles);
    default:
      return choose<narrow, 8, kAffine>(has_tiles);
  }
}

kernel choose(const schedule_shape& shape) {
  if (shape.is_narrow) return shape.is_affine ? choose_narrow<true>(shape) : choose_narrow<false>(shape);
  const bool has_tiles = shape.n_tiles > 1;
  return shape.is_affine ? choose<wide, 8, true>(has_tiles) : choose<wide, 8, false>(has_tiles);
}

}  // namespace

std::size_t shared_bytes(const schedule_shape& shape, const schedule_batch& batch) {
  const std::size_t pieces = (shape.profile_words() + 3) / 4;
  const std::size_t profiles = shape.n_tiles * batch.n_profile_rows * pieces * warp_size * sizeof(uint4);
  if (shape.n_tiles == 1) return profiles;
  return profiles + tile_borders::bytes_for(shape.n_tiles) + shape.n_tiles * batch.n_homes * sizeof(int);
}

std::uint32_t blocks_at_once(const schedule_shape& shape, const schedule_batch& batch) {
  const kernel run = choose(shape);
  const auto bytes = static_cast<int>(shared_bytes(shape, batch));
  check(cudaFuncSetAttribute(run, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes), "shared memory");
  int of_multiprocessor = 0, device = 0, n = 0;
  check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&of_multiprocessor, run,
                                                      static_cast<int>(shape.n_tiles) * warp_size,
                                                      static_cast<std::size_t>(bytes)),
        "how many blocks run at once");
  if (of_multiprocessor == 0)
    throw device_failure("a block needs " + std::to_string(bytes) +
                         " bytes of shared memory and its registers, which this device has not got");
  check(cudaGetDevice(&device), "the device");
  check(cudaDeviceGetAttribute(&n, cudaDevAttrMultiProcessorCount, device), "multiprocessors");
  return static_cast<std::uint32_t>(of_multiprocessor) * static_cast<std::uint32_t>(n);
}

void launch(const schedule_shape& shape, const schedule_batch& batch, std::uint32_t n_blocks, void* stream) {
  const kernel run = choose(shape);
  const std::size_t bytes = shared_bytes(shape, batch);
  check(cudaFuncSetAttribute(run, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(bytes)),
        "shared memory");
  run<<<n_blocks, shape.n_tiles * warp_size, bytes, static_cast<cudaStream_t>(stream)>>>(batch);
  check(cudaGetLastError(), "a launch");
}

}  // namespace exonweave::gpu

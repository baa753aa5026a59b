// scan-rows (Chang and Chen 2012): a block of threads aligns one pair, the sequence a row at a time, the query in
// slices of 512 columns, a thread for each. With linear gaps of g per residue
//
//   h(j) = max(0, H(i-1,j-1) + d(s_i, q_j), H(i-1,j) - g)
//   H(i,j) = max over k <= j of h(k) - g (j - k)           the horizontal term, by a prefix maximum over h(k) + g k
//
// One row stands in shared memory; the last column of a slice goes to global memory, where the next slice begins from
// it. The published program scanned in shared memory, step by step; lanes of a warp do it by shuffles now, and warps
// with the maxima of those before them. Scores have 32 bits.
#include <algorithm>

#include "gpu/device/cuda_call.cuh"
#include "pairwise/gpu/reference/published_kernels.hpp"
#include "pairwise/gpu/scan/launch_size.cuh"

namespace exonweave::gpu {
namespace {

constexpr std::uint32_t slice = 512;  // columns, and threads
constexpr std::uint32_t n_warps = slice / 32;
constexpr std::uint32_t all_lanes = 0xFFFFFFFF;
constexpr std::int32_t none = -(1 << 30);

struct row_launch {
  turn_views turn;
  std::uint32_t query = 0;         // index among the entries
  std::uint32_t* next = nullptr;   // a counter, 0 before the launch
  std::int32_t* border = nullptr;  // [gridDim.x][longest]
  std::uint32_t longest = 0;       // residues
};

__device__ std::int32_t prefix_max(std::int32_t value) {
  const std::uint32_t lane = threadIdx.x % 32;
#pragma unroll
  for (std::uint32_t apart = 1; apart < 32; apart *= 2) {
    const std::int32_t left = __shfl_up_sync(all_lanes, value, apart);
    if (lane >= apart) value = max(value, left);
  }
  return value;
}

struct row_memory {
  std::int32_t scores[n_codes * n_codes];
  std::int32_t row[slice];
  std::int32_t warp_max[2][n_warps];  // in turns, so that one barrier a row is enough between them
};

// All rows of one slice. Returns this thread's best.
__device__ std::int32_t align_slice(const row_launch& launch, row_memory& memory, std::uint32_t block,
                                    std::uint32_t column, std::uint32_t first, std::int32_t* border) {
  const placed_query query = launch.turn.queries.entries[launch.query];
  const std::uint32_t c = threadIdx.x, lane = c % 32, warp = c / 32;
  const bool is_last = first + slice >= query.length;
  const std::uint32_t residue =
      first + c < query.length ? launch.turn.queries.residues[query.offset + first + c] : padding_code;
  const std::int32_t gap = launch.turn.scoring.extend, offset = gap * static_cast<std::int32_t>(c);
  const std::uint32_t* const words = launch.turn.blocks.words + launch.turn.blocks.block_at[block] + column;
  const std::uint32_t length = launch.turn.blocks.lengths[block * width + column];
  std::int32_t best = 0, corner = 0, up = 0;
  memory.row[c] = 0;
  __syncthreads();
  for (std::uint32_t i = 0; i < length; ++i) {
    const std::uint32_t letter = residue_in(words[std::uint64_t{i / 4} * width], i);
    const std::int32_t left = first > 0 ? border[i] : none;  // H(i, first - 1)
    const std::int32_t diagonal = c > 0 ? memory.row[c - 1] : corner;
    std::int32_t h = max(max(diagonal + memory.scores[letter * n_codes + residue], up - gap), 0);
    if (c == 0 && first > 0) h = max(h, left - gap);
    const std::int32_t within = prefix_max(h + offset);
    if (lane == 31) memory.warp_max[i % 2][warp] = within;
    __syncthreads();
    const std::int32_t of_warp = prefix_max(lane < n_warps ? memory.warp_max[i % 2][lane] : none);
    const std::int32_t before = __shfl_sync(all_lanes, of_warp, warp > 0 ? warp - 1 : 0);
    up = (warp > 0 ? max(within, before) : within) - offset;
    best = max(best, up);
    memory.row[c] = up;
    corner = first > 0 ? left : 0;
    if (c == slice - 1 && !is_last) border[i] = up;
    __syncthreads();
  }
  return best;
}

__global__ void __launch_bounds__(slice) align_rows(const row_launch launch) {
  __shared__ row_memory memory;
  __shared__ std::uint32_t taken;
  for (std::uint32_t k = threadIdx.x; k < n_codes * n_codes; k += slice)
    memory.scores[k] = launch.turn.scoring.scores[k];
  std::int32_t* const border = launch.border + std::uint64_t{blockIdx.x} * launch.longest;
  const std::uint32_t n_pairs = launch.turn.blocks.n_blocks * width;
  while (true) {
    __syncthreads();
    if (threadIdx.x == 0) taken = atomicAdd(launch.next, 1u);
    __syncthreads();
    const std::uint32_t block = taken / width, column = taken % width;
    if (taken >= n_pairs) return;
    if (launch.turn.blocks.lengths[block * width + column] == 0) continue;
    std::int32_t best = 0;
    for (std::uint32_t first = 0; first < launch.turn.queries.entries[launch.query].length; first += slice) {
      best = max(best, align_slice(launch, memory, block, column, first, border));
      __syncthreads();
    }
    best = __reduce_max_sync(all_lanes, best);
    if (threadIdx.x % 32 == 0) memory.warp_max[0][threadIdx.x / 32] = best;
    __syncthreads();
    if (threadIdx.x > 0) continue;
    for (const std::int32_t of_warp : memory.warp_max[0]) best = max(best, of_warp);
    tell_score(launch.turn, launch.query, block, column, best);
  }
}

class row_kernels final : public scan_kernels {
 public:
  void run(const scan_turn& turn) override {
    row_launch all{.turn = turn.views};
    all.longest = *std::ranges::max_element(turn.longest);
    const auto room = std::max<std::uint64_t>(turn.border_bytes / 2 / (all.longest * sizeof(std::int32_t)), 1);
    const auto n_blocks = static_cast<std::uint32_t>(
        std::min<std::uint64_t>({blocks_at_once(align_rows, slice, 0), turn.n_blocks() * std::uint64_t{width}, room}));
    all.border = border_.room_for<std::int32_t>(std::size_t{n_blocks} * all.longest);
    all.next = next_.room_for<std::uint32_t>(1);
    const cudaStream_t on = stream_.get();
    for (all.query = 0; all.query < turn.queries.size(); ++all.query) {
      check(cudaMemsetAsync(all.next, 0, sizeof(*all.next), on), "clearing");
      align_rows<<<n_blocks, slice, 0, on>>>(all);
      check(cudaGetLastError(), "a scan by rows");
    }
    stream_.wait();
  }

 private:
  stream stream_;
  buffer<device_memory> border_, next_;
};

}  // namespace

std::unique_ptr<scan_kernels> make_row_kernels() { return std::make_unique<row_kernels>(); }

}  // namespace exonweave::gpu

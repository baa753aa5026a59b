#include <algorithm>

#include "gpu/device/cuda_call.cuh"
#include "pairwise/gpu/scan/launch_size.cuh"
#include "pairwise/gpu/scan/scan_kernels.hpp"

namespace exonweave::gpu {
namespace {

constexpr std::uint32_t n_threads = 256;
constexpr std::uint32_t warps_per_block = n_threads / 32;
constexpr std::uint32_t rows_per_lane = 8;
constexpr std::uint32_t strip = 32 * rows_per_lane;  // rows that a warp has at once
constexpr std::uint32_t all_lanes = 0xFFFFFFFF;

struct exact_launch {
  turn_views turn;
  const placed_redo* pairs = nullptr;  // [n_pairs] null: all of the turn, by query
  std::uint64_t n_pairs = 0;
  unsigned long long* next = nullptr;  // a counter, 0 before the launch
  int2* border = nullptr;              // [warps][longest] H and F below a strip
  std::uint32_t longest = 0;           // residues
};

struct exact_pair {
  std::uint32_t query = 0, block = 0, column = 0;

  __device__ exact_pair(const exact_launch& launch, std::uint64_t index) {
    const std::uint64_t n_columns = std::uint64_t{launch.turn.blocks.n_blocks} * width;
    const placed_redo pair = launch.pairs != nullptr ? launch.pairs[index]
                                                     : placed_redo{static_cast<std::uint32_t>(index / n_columns),
                                                                   static_cast<std::uint32_t>(index % n_columns)};
    query = pair.query;
    block = pair.sequence / width;
    column = pair.sequence % width;
  }
};

// The recurrence of scan_engine.hpp as it stands there, E and F cut off at 0: lane g is at column t - g in step t.
__device__ std::int32_t align_strip(const exact_launch& launch, const std::int32_t* scores, const exact_pair& pair,
                                    std::uint32_t first_row, int2* border) {
  const placed_query& query = launch.turn.queries.entries[pair.query];
  const placed_scoring& scoring = launch.turn.scoring;
  const std::uint32_t lane = threadIdx.x % 32;
  std::uint32_t residues[rows_per_lane];
  std::int32_t H[rows_per_lane], E[rows_per_lane];
#pragma unroll
  for (std::uint32_t r = 0; r < rows_per_lane; ++r) {
    const std::uint32_t row = first_row + lane * rows_per_lane + r;
    residues[r] = row < query.length ? launch.turn.queries.residues[query.offset + row] : padding_code;
    H[r] = E[r] = 0;
  }
  const std::uint32_t length = launch.turn.blocks.lengths[pair.block * width + pair.column];
  const std::uint32_t* const words = launch.turn.blocks.words + launch.turn.blocks.block_at[pair.block] + pair.column;
  std::uint32_t letter = padding_code;
  std::int32_t above = 0, last_F = 0, best = 0;
  for (std::uint32_t t = 0; t < length + 31; ++t) {
    const std::uint32_t from_lane = __shfl_up_sync(all_lanes, letter, 1);
    const std::int32_t H_above = __shfl_up_sync(all_lanes, H[rows_per_lane - 1], 1);
    std::int32_t F = __shfl_up_sync(all_lanes, last_F, 1);
    std::int32_t diagonal = above;
    letter = from_lane;
    above = H_above;
    if (lane == 0) {
      const bool is_there = t < length;
      letter = is_there ? residue_in(words[std::uint64_t{t / 4} * width], t) : padding_code;
      const int2 below = is_there && first_row > 0 ? border[t] : int2{0, 0};
      above = below.x;
      F = below.y;
    }
    const std::int32_t* const of_letter = scores + letter * n_codes;
    std::int32_t H_up = above;
#pragma unroll
    for (std::uint32_t r = 0; r < rows_per_lane; ++r) {
      F = max(max(F - scoring.extend, H_up - scoring.open_extend), 0);
      const std::int32_t h = max(max(diagonal + of_letter[residues[r]], 0), max(E[r], F));
      E[r] = max(max(E[r] - scoring.extend, h - scoring.open_extend), 0);
      diagonal = H[r];
      H[r] = H_up = h;
      best = max(best, h);
    }
    last_F = F;
    if (lane == 31 && t >= 31) border[t - 31] = {H[rows_per_lane - 1], last_F};
    __syncwarp();  // the first lane reads what the last one wrote in the strip before
  }
  return best;
}

__global__ void __launch_bounds__(n_threads) align_exactly(const exact_launch launch) {
  __shared__ std::int32_t scores[n_codes * n_codes];
  for (std::uint32_t k = threadIdx.x; k < n_codes * n_codes; k += n_threads) scores[k] = launch.turn.scoring.scores[k];
  __syncthreads();
  const std::uint32_t warp = blockIdx.x * warps_per_block + threadIdx.x / 32;
  int2* const border = launch.border + std::uint64_t{warp} * launch.longest;
  while (true) {
    unsigned long long index = 0;
    if (threadIdx.x % 32 == 0) index = atomicAdd(launch.next, 1ull);
    index = __shfl_sync(all_lanes, index, 0);
    if (index >= launch.n_pairs) return;
    const exact_pair pair(launch, index);
    if (launch.turn.blocks.lengths[pair.block * width + pair.column] == 0) continue;
    std::int32_t best = 0;
    for (std::uint32_t row = 0; row < launch.turn.queries.entries[pair.query].length; row += strip)
      best = max(best, align_strip(launch, scores, pair, row, border));
    best = __reduce_max_sync(all_lanes, best);
    if (threadIdx.x % 32 == 0) tell_score(launch.turn, pair.query, pair.block, pair.column, best);
  }
}

class exact_kernels final : public scan_kernels {
 public:
  void run(const scan_turn& turn) override { kernel_.run(turn); }

 private:
  exact_kernel kernel_;
};

}  // namespace

struct exact_kernel::state {
  void run(const scan_turn& turn, const placed_redo* pairs, std::uint64_t n_pairs) {
    if (n_pairs == 0) return;
    const cudaStream_t on = stream_.get();
    exact_launch all{turn.views, pairs, n_pairs, next_.room_for<unsigned long long>(1), nullptr, 0};
    all.longest = *std::ranges::max_element(turn.longest);
    const std::uint64_t of_block = std::uint64_t{warps_per_block} * all.longest * sizeof(int2);
    const auto n_blocks = static_cast<std::uint32_t>(std::min(
        {std::uint64_t{blocks_at_once(align_exactly, n_threads, 0)}, (n_pairs + warps_per_block - 1) / warps_per_block,
         std::max<std::uint64_t>(turn.border_bytes / 4 / of_block, 1)}));
    all.border = border_.room_for<int2>(std::size_t{n_blocks} * warps_per_block * all.longest);
    check(cudaMemsetAsync(all.next, 0, sizeof(*all.next), on), "clearing");
    align_exactly<<<n_blocks, n_threads, 0, on>>>(all);
    check(cudaGetLastError(), "scores in 32 bits");
    stream_.wait();
  }

 private:
  stream stream_;
  buffer<device_memory> next_, border_;
};

exact_kernel::exact_kernel() : state_(std::make_unique<state>()) {}
exact_kernel::~exact_kernel() = default;

void exact_kernel::run(const scan_turn& turn) {
  state_->run(turn, nullptr, turn.queries.size() * turn.n_blocks() * block_width);
}

void exact_kernel::run_redone(const scan_turn& turn, std::uint32_t n) { state_->run(turn, turn.views.found.redone, n); }

std::unique_ptr<scan_kernels> make_exact_kernels() { return std::make_unique<exact_kernels>(); }

}  // namespace exonweave::gpu

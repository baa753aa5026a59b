// scan-bands (Ligowski and Rudnicki 2009): a thread aligns one sequence, the query in horizontal bands of 12 rows that
// stand in registers. Below a band, H and F of every column go to global memory as two half words, and the next band
// reads them: two accesses for 12 cells.
//
// Half words hold scores below 65,536. A pair whose best score is above 32,767 goes to the list of those that are done
// again: what a half word cut off was in a register first, so it counts. E and F are cut off at 0 (scan_views.hpp).
// The published program kept the scores of a band's rows in texture memory; here they are in shared memory, 12 bytes
// for each letter.
#include <algorithm>
#include <array>

#include "gpu/device/cuda_call.cuh"
#include "pairwise/gpu/reference/published_kernels.hpp"
#include "pairwise/gpu/scan/packed_profile.cuh"

namespace exonweave::gpu {
namespace {

constexpr std::uint32_t band = 12;  // rows
constexpr std::uint32_t quads_per_band = band / 4;
constexpr std::int32_t largest_half = 32'767;

struct band_launch {
  turn_views turn;
  std::uint32_t query = 0;                 // index among the entries
  const std::uint32_t* profile = nullptr;  // [n_bands * 3][n_codes]
  std::uint32_t n_bands = 0;
  std::uint32_t* border = nullptr;  // [rows of words][4 columns][sequences of a block] H below, F above
};

__global__ void __launch_bounds__(width) align_bands(const band_launch launch) {
  __shared__ uint4 scores[n_codes];
  const std::uint32_t block = blockIdx.x, column = threadIdx.x;
  const std::uint32_t length = launch.turn.blocks.lengths[block * width + column];
  const std::uint32_t longest = __shfl_sync(0xFFFFFFFF, length, 0);
  const std::uint64_t block_at = launch.turn.blocks.block_at[block];
  const std::uint32_t* const words = launch.turn.blocks.words + block_at + column;
  std::uint32_t* const border = launch.border + (block_at - launch.turn.blocks.block_at[0]) * 4 + column;
  const std::int32_t open_extend = launch.turn.scoring.open_extend, extend = launch.turn.scoring.extend;
  std::int32_t best = 0;
  for (std::uint32_t k = 0; k < launch.n_bands; ++k) {
    __syncthreads();
    if (threadIdx.x < n_codes) {
      const std::uint32_t* const of_band = launch.profile + k * quads_per_band * n_codes + threadIdx.x;
      scores[threadIdx.x] = {of_band[0], of_band[n_codes], of_band[2 * n_codes], 0};
    }
    __syncthreads();
    std::int32_t H[band], E[band], above = 0;
#pragma unroll
    for (std::uint32_t r = 0; r < band; ++r) H[r] = E[r] = 0;
    for (std::uint32_t word = 0; 4 * word < longest; ++word) {
      const std::uint32_t four = words[std::uint64_t{word} * width];
#pragma unroll
      for (std::uint32_t c = 0; c < 4; ++c) {
        std::uint32_t& kept = border[(std::uint64_t{word} * 4 + c) * width];
        const std::uint32_t both = k > 0 ? kept : 0;
        std::int32_t up = static_cast<std::int32_t>(both & 0xFFFF), F = static_cast<std::int32_t>(both >> 16);
        std::int32_t diagonal = above;
        above = up;
        const uint4 of_letter = scores[residue_in(four, c)];
        const std::uint32_t twelve[] = {of_letter.x, of_letter.y, of_letter.z};
#pragma unroll
        for (std::uint32_t r = 0; r < band; ++r) {
          E[r] = max(max(E[r] - extend, H[r] - open_extend), 0);
          F = max(max(F - extend, up - open_extend), 0);
          const std::int32_t h = max(diagonal + profile_score(twelve[r / 4], r % 4), max(E[r], F));
          diagonal = H[r];
          H[r] = up = h;
          best = max(best, h);
        }
        kept = (static_cast<std::uint32_t>(up) & 0xFFFF) | static_cast<std::uint32_t>(F) << 16;
      }
    }
  }
  if (length == 0) return;
  if (best > largest_half)
    do_again(launch.turn, launch.query, block, column);
  else
    tell_score(launch.turn, launch.query, block, column, best);
}

class band_kernels final : public scan_kernels {
 public:
  void run(const scan_turn& turn) override {
    const std::uint64_t n_columns = (turn.block_at.back() - turn.block_at.front()) * residues_per_word;
    const std::size_t n_streams =
        std::clamp<std::uint64_t>(turn.border_bytes / (n_columns * sizeof(std::uint32_t)), 1, streams_.size());
    for (std::uint32_t query = 0; query < turn.queries.size(); ++query) {
      work& work_of_stream = streams_[query % n_streams];
      const cudaStream_t on = work_of_stream.on.get();
      band_launch all{.turn = turn.views, .query = query};
      all.n_bands = (turn.queries[query].length + band - 1) / band;
      all.profile = work_of_stream.profile.make(turn, query, std::max(all.n_bands, 1u) * quads_per_band, on);
      all.border = work_of_stream.border.room_for<std::uint32_t>(n_columns);
      align_bands<<<turn.n_blocks(), width, 0, on>>>(all);
      check(cudaGetLastError(), "a scan by bands");
    }
    for (const work& each : streams_) each.on.wait();
  }

 private:
  struct work {
    stream on;
    packed_profile profile;
    buffer<device_memory> border;
  };
  std::array<work, 8> streams_;
};

}  // namespace

std::unique_ptr<scan_kernels> make_band_kernels() { return std::make_unique<band_kernels>(); }

}  // namespace exonweave::gpu

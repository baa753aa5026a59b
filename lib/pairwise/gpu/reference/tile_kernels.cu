// scan-tiles (Wu et al.): a thread aligns one sequence; a warp's are neighbours in a block, of about equal length. The
// matrix is computed in tiles of 4 x 4 cells, column of tiles by column of tiles: four letters of the sequence against
// the query from its first row to its last. What the next column of tiles begins from, H and E of a tile's last column,
// stands in shared memory, two words for each row and thread:
//
//          four letters
//        .--------------.
//   q    | tile | right column -> shared memory
//   u    |--------------|
//   e    | tile |
//   r    |--------------|   down: H and F of four columns, in registers
//
// So queries are at most as long as shared memory allows: fewer threads for longer ones, none beyond that.
// Scores have 32 bits; E and F are cut off at 0 (scan_views.hpp).
#include <algorithm>
#include <array>
#include <optional>

#include "gpu/device/cuda_call.cuh"
#include "pairwise/gpu/reference/published_kernels.hpp"
#include "pairwise/gpu/scan/launch_size.cuh"
#include "pairwise/gpu/scan/packed_profile.cuh"

namespace exonweave::gpu {
namespace {

struct tile_launch {
  turn_views turn;
  std::uint32_t query = 0;                 // index among the entries
  const std::uint32_t* profile = nullptr;  // [n_quads][n_codes]
  std::uint32_t n_quads = 0;               // rows of tiles
};

__global__ void align_tiles(const tile_launch launch) {
  extern __shared__ int2 border[];  // [4 n_quads][threads] H and E of a tile's last column
  const std::uint32_t thread = threadIdx.x, n_threads = blockDim.x;
  const std::uint32_t sequence = blockIdx.x * n_threads + thread;
  const std::uint32_t block = sequence / width, column = sequence % width;
  const std::uint32_t length = launch.turn.blocks.lengths[sequence];
  const std::uint32_t longest = __shfl_sync(0xFFFFFFFF, length, 0);
  const std::uint32_t* const words = launch.turn.blocks.words + launch.turn.blocks.block_at[block] + column;
  const std::int32_t open_extend = launch.turn.scoring.open_extend, extend = launch.turn.scoring.extend;
  std::int32_t best = 0;
  for (std::uint32_t row = 0; row < 4 * launch.n_quads; ++row) border[row * n_threads + thread] = {0, 0};
  for (std::uint32_t tile_column = 0; 4 * tile_column < longest; ++tile_column) {
    const std::uint32_t four = words[std::uint64_t{tile_column} * width];
    std::int32_t H_up[4] = {0, 0, 0, 0}, F[4] = {0, 0, 0, 0}, corner = 0;
    for (std::uint32_t quad = 0; quad < launch.n_quads; ++quad) {
      std::uint32_t scores[4];
#pragma unroll
      for (std::uint32_t c = 0; c < 4; ++c) scores[c] = __ldg(launch.profile + quad * n_codes + residue_in(four, c));
#pragma unroll
      for (std::uint32_t r = 0; r < 4; ++r) {
        int2& kept = border[(4 * quad + r) * n_threads + thread];
        std::int32_t H_left = kept.x, E = kept.y, diagonal = corner;
        corner = H_left;
#pragma unroll
        for (std::uint32_t c = 0; c < 4; ++c) {
          E = max(max(E - extend, H_left - open_extend), 0);
          F[c] = max(max(F[c] - extend, H_up[c] - open_extend), 0);
          const std::int32_t h = max(diagonal + profile_score(scores[c], r), max(E, F[c]));
          diagonal = H_up[c];
          H_up[c] = H_left = h;
          best = max(best, h);
        }
        kept = {H_left, E};
      }
    }
  }
  if (length > 0) tell_score(launch.turn, launch.query, block, column, best);
}

class tile_kernels final : public scan_kernels {
 public:
  explicit tile_kernels(std::shared_ptr<scan_kernels> longer)
      : longer_(std::move(longer)), max_bytes_(max_shared_bytes()) {
    check(cudaFuncSetAttribute(align_tiles, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(max_bytes_)),
          "a kernel's shared memory");
  }

  void run(const scan_turn& turn) override {
    std::size_t n_started = 0;
    for (std::uint32_t query = 0; query < turn.queries.size(); ++query) {
      const std::uint32_t n_quads = (turn.queries[query].length + 3) / 4;
      const std::optional<std::uint32_t> n_threads = threads_for(n_quads);
      if (!n_threads) {
        run_longer(turn, query);
        continue;
      }
      work& work_of_stream = streams_[n_started++ % streams_.size()];
      const cudaStream_t on = work_of_stream.on.get();
      const tile_launch all{turn.views, query, work_of_stream.profile.make(turn, query, std::max(n_quads, 1u), on),
                            n_quads};
      align_tiles<<<turn.n_blocks() * (width / *n_threads), *n_threads, bytes_of(n_quads, *n_threads), on>>>(all);
      check(cudaGetLastError(), "a scan by tiles");
    }
    for (const work& each : streams_) each.on.wait();
  }

 private:
  struct work {
    stream on;
    packed_profile profile;
  };

  static std::size_t bytes_of(std::uint32_t n_quads, std::uint32_t n_threads) {
    return std::size_t{4} * n_quads * n_threads * sizeof(int2);
  }
  // n * 2 words * threads <= shared memory
  [[nodiscard]] std::optional<std::uint32_t> threads_for(std::uint32_t n_quads) const {
    for (const std::uint32_t n_threads : {128u, 64u, 32u})
      if (bytes_of(n_quads, n_threads) <= max_bytes_) return n_threads;
    return std::nullopt;
  }
  void run_longer(const scan_turn& turn, std::uint32_t query) {
    scan_turn of_query = turn;
    of_query.queries = turn.queries.subspan(query, 1);
    of_query.views.queries.entries += query;
    of_query.views.queries.n_queries = 1;
    of_query.views.queries.first += query;
    longer_->run(of_query);
  }

  std::shared_ptr<scan_kernels> longer_;
  std::size_t max_bytes_;
  std::array<work, 8> streams_;
};

}  // namespace

std::unique_ptr<scan_kernels> make_tile_kernels(std::shared_ptr<scan_kernels> longer) {
  return std::make_unique<tile_kernels>(std::move(longer));
}

bool fit_published_kernels(const device_scoring& scoring) { return fit_packed_profile(scoring); }

}  // namespace exonweave::gpu

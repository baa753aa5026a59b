#include <algorithm>
#include <array>
#include <optional>

#include "gpu/device/cuda_call.cuh"
#include "pairwise/gpu/reference/published_kernels.hpp"
#include "pairwise/gpu/scan/launch_size.cuh"
#include "pairwise/gpu/scan/scan_kernels.hpp"

namespace exonweave::gpu {

namespace {

// A query's scores against every letter, four rows to a word: what scan-tiles and scan-bands read in place of the
// matrix.
//
//   word [quad * n_codes + letter]   byte r: d(letter, row 4 quad + r); rows after the query's end gain nothing
//
// The published programs kept it in texture memory, whose cache was the one there was; today's first-level cache does
// as well for plain loads.
__global__ void fill_profile(std::uint32_t* words, std::uint32_t n_quads, const turn_views turn, std::uint32_t query) {
  const std::uint32_t index = blockIdx.x * blockDim.x + threadIdx.x;
  if (index >= n_quads * n_codes) return;
  const placed_query entry = turn.queries.entries[query];
  std::uint32_t four = 0;
  for (std::uint32_t r = 0; r < 4; ++r) {
    const std::uint32_t row = index / n_codes * 4 + r;
    const std::uint32_t residue = row < entry.length ? turn.queries.residues[entry.offset + row] : padding_code;
    const std::int32_t score = turn.scoring.scores[index % n_codes * n_codes + residue];
    four |= (static_cast<std::uint32_t>(score) & 0xFF) << (8 * r);
  }
  words[index] = four;
}

class packed_profile {
 public:
  // Of one of the turn's queries. What it returns is there until the next call, for work on that stream.
  const std::uint32_t* make(const scan_turn& turn, std::uint32_t query, std::uint32_t n_quads, cudaStream_t on) {
    constexpr unsigned n_threads = 256;
    auto* const words = words_.room_for<std::uint32_t>(std::size_t{n_quads} * n_codes);
    fill_profile<<<(n_quads * n_codes + n_threads - 1) / n_threads, n_threads, 0, on>>>(words, n_quads, turn.views,
                                                                                        query);
    check(cudaGetLastError(), "a query's profile");
    return words;
  }

 private:
  buffer<device_memory> words_;
};

// Row r of a word, with its sign.
__device__ std::int32_t profile_score(std::uint32_t word, std::uint32_t r) {
  return static_cast<std::int8_t>(word >> (8 * r));
}

// scan-rows (Chang and Chen 2012): a block of threads aligns one pair, the sequence a row at a time, the query in
// slices of 512 columns, a thread for each. With linear gaps of g per residue
//
//   h(j) = max(0, H(i-1,j-1) + d(s_i, q_j), H(i-1,j) - g)
//   H(i,j) = max over k <= j of h(k) - g (j - k)           the horizontal term, by a prefix maximum over h(k) + g k
//
// One row stands in shared memory; the last column of a slice goes to global memory, where the next slice begins from
// it. The published program scanned in shared memory, step by step; lanes of a warp do it by shuffles now, and warps
// with the maxima of those before them. Scores have 32 bits.

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
// Scores have 32 bits; E and F are cut off at 0 (scan_kernels.hpp).

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

bool fit_published_kernels(const device_scoring& scoring) { return scoring.smallest >= -128 && scoring.largest <= 127; }

// scan-bands (Ligowski and Rudnicki 2009): a thread aligns one sequence, the query in horizontal bands of 12 rows that
// stand in registers. Below a band, H and F of every column go to global memory as two half words, and the next band
// reads them: two accesses for 12 cells.
//
// Half words hold scores below 65,536. A pair whose best score is above 32,767 goes to the list of those that are done
// again: what a half word cut off was in a register first, so it counts. E and F are cut off at 0 (scan_kernels.hpp).
// The published program kept the scores of a band's rows in texture memory; here they are in shared memory, 12 bytes
// for each letter.

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

#include "gpu/device/cuda_call.cuh"
#include "pairwise/gpu/align/batch_kernel.cuh"
#include "pairwise/gpu/align/device_aligner.hpp"

namespace exonweave::gpu {
namespace {

constexpr unsigned all_lanes = 0xFFFFFFFF;
constexpr std::int32_t never = -(1 << 28);

// Of a cell.
enum : unsigned { is_pair = 1, is_F = 2, F_opens = 4, F_goes_on = 8, E_opens = 16 };

struct row_border {
  std::int32_t D, F;
};

// A lane's rows of one strip.
template <int Words>
class lane_rows {
 public:
  static constexpr int rows = 4 * Words;

  __device__ lane_rows(std::int32_t open, bool has_first_row) : open_(open), diagonal_(has_first_row ? 0 : -open) {
#pragma unroll
    for (int r = 0; r < rows; ++r) {
      D[r] = -open;
      E_[r] = never;
    }
    last = {-open, never};
  }

  // The next column: below `above`, with what each row gains in a pair, four to a word. What cells say goes to
  // `reported`.
  __device__ void take_column(row_border above, const std::uint32_t (&gains)[Words], std::uint32_t (&reported)[Words]) {
    std::int32_t diagonal = diagonal_, F = above.F, up = above.D;
    diagonal_ = above.D;
#pragma unroll
    for (int r = 0; r < rows; ++r) {
      const auto gain = static_cast<std::int32_t>(static_cast<std::int8_t>(gains[r / 4] >> (8 * (r % 4))));
      const std::int32_t pair = diagonal + gain, F_open = up - open_, E_open = D[r] - open_;
      const std::int32_t new_F = max(F, F_open);
      E_[r] = max(E_[r], E_open);
      diagonal = D[r];
      D[r] = max(max(pair, new_F), E_[r]);
      const unsigned word = (D[r] == pair ? is_pair : 0) | (D[r] == new_F ? is_F : 0) |
                            (new_F == F_open ? F_opens : 0) | (new_F == F ? F_goes_on : 0) |
                            (E_[r] == E_open ? E_opens : 0);
      reported[r / 4] = r % 4 == 0 ? word : reported[r / 4] | word << (8 * (r % 4));
      F = new_F;
      up = D[r];
    }
    last = {up, F};
  }

  std::int32_t D[rows];
  row_border last;

 private:
  std::int32_t open_, diagonal_;
  std::int32_t E_[rows];
};

// A warp's shared memory: what each code of a target gains with its rows, [n_codes][32 lanes][Words].
template <int Words>
__device__ void fill_profile(std::uint32_t* profile, const std::int8_t* gains, std::uint32_t n_codes,
                             const std::uint8_t* query, int n_rows_left) {
  const int lane = threadIdx.x % 32;
  std::uint32_t row_at[4 * Words];  // of the gains
#pragma unroll
  for (int r = 0; r < 4 * Words; ++r) {
    const int row = lane * 4 * Words + r;
    row_at[r] = row < n_rows_left ? query[row] * n_codes : 0;
  }
  __syncwarp();
  for (std::uint32_t code = 0; code < n_codes; ++code)
#pragma unroll
    for (int w = 0; w < Words; ++w) {
      std::uint32_t four = 0;
#pragma unroll
      for (int k = 0; k < 4; ++k)
        four |= static_cast<std::uint32_t>(static_cast<std::uint8_t>(gains[row_at[4 * w + k] + code])) << (8 * k);
      profile[(code * 32 + lane) * Words + w] = four;
    }
  __syncwarp();
}

// All of a pair by one warp.
template <int Words, bool HasPath>
class pair_sweep {
 public:
  __device__ pair_sweep(const batch_launch& launch, std::uint32_t index, const std::int8_t* gains,
                        std::uint32_t* profile)
      : launch_(launch),
        pair_(launch.pairs[index]),
        target_(launch.codes + pair_.target),
        result_(launch.results + index),
        gains_(gains),
        profile_(profile) {}

  __device__ void sweep() {
    constexpr int rows = 32 * lane_rows<Words>::rows;
    const int n_strips = static_cast<int>(strips_of(pair_.m, Words));
    for (int strip = 0; strip < n_strips; ++strip) {
      fill_profile<Words>(profile_, gains_, launch_.n_codes, launch_.codes + pair_.query + strip * rows,
                          static_cast<int>(pair_.m) - strip * rows);
      sweep_strip(strip, strip + 1 == n_strips);
      __syncwarp();  // what lane 31 has written is read next
    }
  }

 private:
  __device__ void sweep_strip(int strip, bool is_last) {
    const int lane = threadIdx.x % 32, n = static_cast<int>(pair_.n);
    int2* const border = launch_.borders + pair_.border;
    std::uint32_t* cells =
        HasPath ? launch_.cells + pair_.cells + static_cast<std::uint64_t>(strip) * (n + 31) * 32 * Words + lane
                : nullptr;
    lane_rows<Words> rows(launch_.open, strip == 0 && lane == 0);
    row_border ahead{-launch_.open, never};  // of 32 columns, each lane's
    unsigned code = target_[0];
    for (int step = 0; step < n + 31; ++step) {
      if (strip > 0 && step % 32 == 0 && step + lane < n) {
        const int2 read = border[step + lane];
        ahead = {read.x, read.y};
      }
      row_border above{__shfl_up_sync(all_lanes, rows.last.D, 1), __shfl_up_sync(all_lanes, rows.last.F, 1)};
      const row_border first{__shfl_sync(all_lanes, ahead.D, step % 32), __shfl_sync(all_lanes, ahead.F, step % 32)};
      if (lane == 0) above = first;
      const int column = step - lane;
      if (column >= 0 && column < n) {
        const unsigned next_code = column + 1 < n ? target_[column + 1] : 0;
        std::uint32_t gained[Words], reported[Words];
#pragma unroll
        for (int w = 0; w < Words; ++w) gained[w] = profile_[(code * 32 + lane) * Words + w];
        rows.take_column(above, gained, reported);
        code = next_code;
        if constexpr (HasPath)
#pragma unroll
          for (int w = 0; w < Words; ++w) cells[(step * Words + w) * 32] = reported[w];
        if (!is_last && lane == 31) border[column] = {rows.last.D, rows.last.F};
      }
    }
    if (is_last) tell(rows, static_cast<int>(pair_.m) - 1 - (strip * 32 + lane) * lane_rows<Words>::rows);
  }

  // Of the lane that has the last row.
  __device__ void tell(const lane_rows<Words>& rows, int last) const {
#pragma unroll
    for (int r = 0; r < lane_rows<Words>::rows; ++r)
      if (r == last) *result_ = {rows.D[r], 0, 0};
  }

  const batch_launch& launch_;
  batch_pair pair_;
  const std::uint8_t* target_;
  batch_result* result_;
  const std::int8_t* gains_;
  std::uint32_t* profile_;
};

constexpr std::size_t gain_bytes(std::uint32_t n_codes) { return (n_codes * n_codes + 15) / 16 * 16; }

template <int Words, bool HasPath>
__global__ void __launch_bounds__(32 * batch_warps) sweep_batch(const batch_launch launch) {
  extern __shared__ std::uint32_t shared[];
  auto* const gains = reinterpret_cast<std::int8_t*>(shared);
  std::uint32_t* const profiles = shared + gain_bytes(launch.n_codes) / sizeof(std::uint32_t);
  for (std::uint32_t k = threadIdx.x; k < launch.n_codes * launch.n_codes; k += blockDim.x) gains[k] = launch.gains[k];
  __syncthreads();
  const std::uint32_t warp = threadIdx.x / 32, index = blockIdx.x * batch_warps + warp;
  if (index >= launch.n_pairs) return;
  pair_sweep<Words, HasPath>(launch, index, gains, profiles + warp * launch.n_codes * 32 * Words).sweep();
}

// Back from the end of a pair, run by run: reported(op, length).
template <class Reported>
__device__ void walk_back(const batch_launch& launch, const batch_pair& pair, int words, const Reported& reported) {
  const std::uint32_t lane_rows = 4 * static_cast<std::uint32_t>(words);
  std::uint32_t i = pair.m, j = pair.n, length = 0;
  auto op = cell_move::match;
  const auto add = [&](cell_move next, std::uint32_t n) {
    if (n == 0) return;
    if (next != op && length > 0) {
      reported(op, length);
      length = 0;
    }
    op = next;
    length += n;
  };
  bool in_D = true, in_F = false;
  while (i > 0 && j > 0) {
    const std::uint32_t row = i - 1, strip = row / (32 * lane_rows), lane = row / lane_rows % 32, r = row % lane_rows;
    const std::uint64_t step = std::uint64_t{strip} * (pair.n + 31) + (j - 1) + lane;
    const unsigned cell =
        launch.cells[pair.cells + (step * static_cast<unsigned>(words) + r / 4) * 32 + lane] >> (8 * (r % 4)) & 0xFF;
    if (in_D && (cell & is_pair) != 0) {
      add(cell_move::match, 1);
      in_F = false;
      --i, --j;
    } else if (in_F || (in_D && (cell & is_F) != 0)) {
      add(cell_move::deletion, 1);
      in_D = (cell & F_opens) != 0;
      in_F = (cell & F_goes_on) != 0;
      --i;
    } else {
      add(cell_move::insertion, 1);
      in_D = (cell & E_opens) != 0;
      --j;
    }
  }
  add(cell_move::deletion, i);
  add(cell_move::insertion, j);
  reported(op, length);
}

// Twice along each path: how many runs it has, and these.
__global__ void walk_batch(const batch_launch launch, int words) {
  const std::uint32_t index = blockIdx.x * blockDim.x + threadIdx.x;
  if (index >= launch.n_pairs) return;
  const batch_pair pair = launch.pairs[index];
  batch_result& result = launch.results[index];
  if (result.last - launch.extend * static_cast<std::int32_t>(pair.m + pair.n) < launch.least) return;
  std::uint32_t n = 0;
  walk_back(launch, pair, words, [&](cell_move, std::uint32_t) { ++n; });
  const unsigned long long first = atomicAdd(launch.n_runs, static_cast<unsigned long long>(n));
  result.n_runs = n;
  result.first_run = first;
  std::uint32_t* next = launch.runs + first + n;
  walk_back(launch, pair, words,
            [&](cell_move op, std::uint32_t length) { *--next = length * 4 + static_cast<std::uint32_t>(op); });
}

template <int Words, bool HasPath>
void start_sweep(const batch_launch& launch, cudaStream_t on) {
  const std::size_t bytes = gain_bytes(launch.n_codes) + std::size_t{batch_warps} * launch.n_codes * 128 * Words;
  check(cudaFuncSetAttribute(sweep_batch<Words, HasPath>, cudaFuncAttributeMaxDynamicSharedMemorySize,
                             static_cast<int>(bytes)),
        "a kernel's shared memory");
  sweep_batch<Words, HasPath>
      <<<(launch.n_pairs + batch_warps - 1) / batch_warps, 32 * batch_warps, bytes, on>>>(launch);
}

template <bool HasPath>
void start_sweep(const batch_launch& launch, int words, cudaStream_t on) {
  switch (words) {
    case 1:
      return start_sweep<1, HasPath>(launch, on);
    case 2:
      return start_sweep<2, HasPath>(launch, on);
    case 3:
      return start_sweep<3, HasPath>(launch, on);
    default:
      return start_sweep<4, HasPath>(launch, on);
  }
}

}  // namespace

void sweep_pairs(const batch_launch& launch, int words, cudaStream_t on) {
  if (launch.cells != nullptr)
    start_sweep<true>(launch, words, on);
  else
    start_sweep<false>(launch, words, on);
  check(cudaGetLastError(), "alignments of pairs");
}

void walk_pairs(const batch_launch& launch, int words, cudaStream_t on) {
  constexpr unsigned threads = 64;
  walk_batch<<<(launch.n_pairs + threads - 1) / threads, threads, 0, on>>>(launch, words);
  check(cudaGetLastError(), "paths of pairs");
}

}  // namespace exonweave::gpu

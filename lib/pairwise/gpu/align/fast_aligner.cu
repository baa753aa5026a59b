#include <cuda_runtime_api.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "gpu/device/cuda_call.cuh"
#include "pairwise/gpu/align/device_aligner.hpp"

namespace exonweave::gpu {

namespace {

// The kernels of `fast`: a sweep over the strips of a band, and the walk back through its tiles.

constexpr int lane_rows = 8;
constexpr int strip_rows = 32 * lane_rows;
constexpr int tile_columns = 256;

struct strip_band {
  const std::uint8_t* query = nullptr;  // codes
  const std::uint8_t* target = nullptr;
  const std::int32_t* gains = nullptr;  // gain_table
  std::int32_t m = 0;                   // residues of the query
  std::int32_t n = 0;                   // columns that are swept
  std::int32_t first_strip = 0;
  std::int32_t n_strips = 0;
  const std::int32_t* above = nullptr;  // [n] D of the row above the band; null: 0
  std::int32_t* bottom = nullptr;       // [n] D of the band's last row
  std::uint64_t* messages = nullptr;    // [2][n] what strip s reports the one below, in row s % 2
  std::int32_t* rows = nullptr;         // [n_strips][n] D of the last row of each strip; null: not kept
  std::int32_t* columns = nullptr;      // [n_strips][n / tile_columns][strip_rows]; null: not kept
  std::int32_t* next = nullptr;         // strip to be taken; 0 at first
  std::int32_t* last = nullptr;         // D(m,n), when the band has row m
};

struct path_state {
  std::int32_t i = 0;  // rows and columns that are left
  std::int32_t j = 0;
  std::int32_t n_moves = 0;
};

constexpr unsigned all_lanes = ~0U;
constexpr int chunk = 32;                         // columns that a strip reports the one below at a time
constexpr std::uint8_t no_code = pair_codes - 1;  // of rows and columns beyond the end
// Of the gains in shared memory from a letter of the query to the next: an odd number, so that lanes with the same
// letter of the target and others of the query read other banks.
constexpr int gain_stride = pair_codes + 1;
constexpr int n_shared_gains = pair_codes * gain_stride;

__device__ const std::int32_t* row_above(const strip_band& band, int strip) {
  return strip == 0 ? band.above : band.rows + static_cast<std::size_t>(strip - 1) * band.n;
}

__device__ std::int32_t* kept_column(const strip_band& band, int strip, int tile) {
  const std::size_t n_tiles = band.n / tile_columns;
  return band.columns + (strip * n_tiles + tile) * strip_rows;
}

// Rows of one lane: their letters, and D in the column where the lane is.
struct lane_state {
  std::int32_t gains_at[lane_rows];  // where the gains of a row's letter begin
  std::int32_t D[lane_rows];
  std::int32_t diagonal;  // D above the lane's rows, in the column before
  std::int32_t last;      // of D, for the lane below
  std::int32_t letter;    // of the column

  __device__ void begin(const strip_band& band, int first_row) {
#pragma unroll
    for (int r = 0; r < lane_rows; ++r) {
      const int row = first_row + r;
      gains_at[r] = (row < band.m ? band.query[row] : no_code) * gain_stride;
      D[r] = 0;
    }
    diagonal = last = 0;
    letter = no_code;
  }

  // D(i,j) = max(D(i-1,j-1) + d(q_i, t_j) + 2 extend, D(i-1,j), D(i,j-1)) for the lane's rows; `note(r, pair, up)` sees
  // D's sources.
  template <class Note>
  __device__ void take_column(std::int32_t up, const std::int32_t* gains, const Note& note) {
    std::int32_t before = diagonal;
    diagonal = up;
#pragma unroll
    for (int r = 0; r < lane_rows; ++r) {
      const std::int32_t gain = gains[gains_at[r] + letter];
      const std::int32_t pair = before + gain;
      const std::int32_t pair_or_left = __viaddmax_s32(before, gain, D[r]);
      before = D[r];
      D[r] = max(pair_or_left, up);  // alone waits for the row above
      note(r, pair, up);
      up = D[r];
    }
    last = up;
  }
};

__device__ void share_gains(const strip_band& band, std::int32_t* gains) {
  for (int k = threadIdx.x; k < static_cast<int>(pair_codes * pair_codes); k += 32)
    gains[k / pair_codes * gain_stride + k % pair_codes] = band.gains[k];
  __syncwarp();
}

// A strip reports the one below D of its last row's columns, each in one word with the strip's number: who reads it
// knows without a fence whether it has come yet. Two rows of words are enough: strip s + 2 writes a column over that of
// s when it has heard of s + 1 that column, which s + 1 reported when it had heard it of s.
__device__ volatile std::uint64_t* message(const strip_band& band, int strip, int column) {
  return band.messages + static_cast<std::size_t>(strip % 2) * band.n + column;
}

__device__ void tell(const strip_band& band, int strip, int column, std::int32_t D) {
  *message(band, strip, column) = static_cast<std::uint64_t>(strip) << 32U | static_cast<std::uint32_t>(D);
}

// Waits for it.
__device__ std::int32_t hear(const strip_band& band, int strip, int column) {
  const volatile std::uint64_t* const word = message(band, strip, column);
  for (;;)
    if (const std::uint64_t heard = *word; static_cast<int>(heard >> 32U) == strip)
      return static_cast<std::int32_t>(heard);
}

// 32 columns of a strip, each lane one after the lane above it. IsInner: all lanes are within the target. Keeps: a
// lane comes to the last column of a tile.
template <bool IsInner, bool Keeps>
__device__ std::int32_t sweep_chunk(const strip_band& band, int strip, int first, lane_state& lane,
                                    const std::int32_t* gains, std::int32_t above, std::int32_t letters) {
  const int thread = threadIdx.x;
  std::int32_t kept = 0;  // of the last row: columns first - 31 .. first, by lane
#pragma unroll(IsInner && !Keeps ? chunk : 1)
  for (int u = 0; u < chunk; ++u) {
    const std::int32_t first_up = __shfl_sync(all_lanes, above, u);
    const std::int32_t first_letter = __shfl_sync(all_lanes, letters, u);
    const std::int32_t lane_up = __shfl_up_sync(all_lanes, lane.last, 1);
    const std::int32_t lane_letter = __shfl_up_sync(all_lanes, lane.letter, 1);
    lane.letter = thread == 0 ? first_letter : lane_letter;
    const int j = first + u - thread;
    if (IsInner || (j >= 0 && j < band.n)) {
      lane.take_column(thread == 0 ? first_up : lane_up, gains, [](int, std::int32_t, std::int32_t) {});
      if (Keeps && j % tile_columns == tile_columns - 1) {
        std::int32_t* const cells = kept_column(band, strip, j / tile_columns) + thread * lane_rows;
#pragma unroll
        for (int r = 0; r < lane_rows; ++r) cells[r] = lane.D[r];
      }
    }
    const std::int32_t bottom = __shfl_sync(all_lanes, lane.last, 31);
    if (thread == u) kept = bottom;
  }
  return kept;
}

__device__ void sweep_strip(const strip_band& band, int strip, const std::int32_t* gains) {
  const int thread = threadIdx.x;
  const int first_row = (band.first_strip + strip) * strip_rows + thread * lane_rows;
  lane_state lane;
  lane.begin(band, first_row);
  std::int32_t* const kept_row = band.rows == nullptr ? nullptr : band.rows + static_cast<std::size_t>(strip) * band.n;
  for (int first = 0; first < band.n + chunk - 1; first += chunk) {
    std::int32_t above = 0, letters = no_code;
    if (first + thread < band.n) {
      letters = band.target[first + thread];
      above = strip > 0               ? hear(band, strip - 1, first + thread)
              : band.above != nullptr ? band.above[first + thread]
                                      : 0;
    }
    __syncwarp();
    const bool is_inner = first >= chunk - 1 && first + chunk - 1 < band.n;
    const int in_tile = first % tile_columns;
    const bool keeps = band.columns != nullptr && (in_tile == 0 || in_tile == tile_columns - chunk);
    const std::int32_t kept = is_inner && !keeps
                                  ? sweep_chunk<true, false>(band, strip, first, lane, gains, above, letters)
                              : keeps ? sweep_chunk<false, true>(band, strip, first, lane, gains, above, letters)
                                      : sweep_chunk<false, false>(band, strip, first, lane, gains, above, letters);
    const int column = first - (chunk - 1) + thread;
    if (column >= 0 && column < band.n) {
      tell(band, strip, column, kept);
      if (kept_row != nullptr) kept_row[column] = kept;
      if (strip == band.n_strips - 1) band.bottom[column] = kept;
    }
  }
  const int r = band.m - 1 - first_row;
  if (r < 0 || r >= lane_rows) return;
#pragma unroll
  for (int each = 0; each < lane_rows; ++each)
    if (each == r) *band.last = lane.D[each];
}

// A block is a warp. Strips are taken in order, so that the one above is done or being swept.
__global__ void __launch_bounds__(32) sweep_band(strip_band band) {
  __shared__ std::int32_t gains[n_shared_gains];
  share_gains(band, gains);
  for (;;) {
    int strip = 0;
    if (threadIdx.x == 0) strip = atomicAdd(band.next, 1);
    strip = __shfl_sync(all_lanes, strip, 0);
    if (strip >= band.n_strips) return;
    sweep_strip(band, strip, gains);
  }
}

// The moves of a tile's columns up to `n_columns`, eight rows of a lane in each 16 bits.
__device__ void find_moves(const strip_band& band, int strip, int tile, int n_columns, const std::int32_t* gains,
                           std::uint16_t (*moves)[32]) {
  const int thread = threadIdx.x;
  const int first = tile * tile_columns;
  lane_state lane;
  lane.begin(band, (band.first_strip + strip) * strip_rows + thread * lane_rows);
  const std::int32_t* const upper_row = row_above(band, strip);
  if (tile > 0) {
    const std::int32_t* const left = kept_column(band, strip, tile - 1) + thread * lane_rows;
#pragma unroll
    for (int r = 0; r < lane_rows; ++r) lane.D[r] = left[r];
    lane.diagonal = thread > 0 ? left[-1] : upper_row == nullptr ? 0 : upper_row[first - 1];
  }
  std::int32_t above = 0, letters = no_code;
  for (int t = 0; t < n_columns + 31; ++t) {
    if (t % 32 == 0 && t + thread < n_columns) {
      above = upper_row == nullptr ? 0 : upper_row[first + t + thread];
      letters = band.target[first + t + thread];
    }
    const std::int32_t first_up = __shfl_sync(all_lanes, above, t % 32);
    const std::int32_t first_letter = __shfl_sync(all_lanes, letters, t % 32);
    const std::int32_t lane_up = __shfl_up_sync(all_lanes, lane.last, 1);
    const std::int32_t lane_letter = __shfl_up_sync(all_lanes, lane.letter, 1);
    lane.letter = thread == 0 ? first_letter : lane_letter;
    const int j = t - thread;
    if (j < 0 || j >= n_columns) continue;
    unsigned found = 0;
    lane.take_column(thread == 0 ? first_up : lane_up, gains, [&](int r, std::int32_t pair, std::int32_t up) {
      const unsigned move = lane.D[r] == pair ? 0 : lane.D[r] == up ? 1 : 2;  // cell_move
      found |= move << (2 * r);
    });
    moves[j][thread] = static_cast<std::uint16_t>(found);
  }
  __syncwarp();
}

__global__ void __launch_bounds__(32) walk_band(strip_band band, path_state* state, std::uint8_t* path) {
  __shared__ std::int32_t gains[n_shared_gains];
  __shared__ std::uint16_t moves[tile_columns][32];
  share_gains(band, gains);
  path_state current = *state;
  const int first_row = band.first_strip * strip_rows;
  while (current.i > first_row && current.j > 0) {
    const int strip = (current.i - 1 - first_row) / strip_rows, tile = (current.j - 1) / tile_columns;
    const int top = first_row + strip * strip_rows, left = tile * tile_columns;
    find_moves(band, strip, tile, current.j - left, gains, moves);
    while (current.i > top && current.j > left) {
      const int row = current.i - 1 - top;
      const unsigned move = moves[current.j - 1 - left][row / lane_rows] >> (2 * (row % lane_rows)) & 3U;
      if (threadIdx.x == 0) path[current.n_moves] = static_cast<std::uint8_t>(move);
      ++current.n_moves;
      current.i -= move != 2 ? 1 : 0;
      current.j -= move != 1 ? 1 : 0;
    }
    __syncwarp();
  }
  if (threadIdx.x == 0) *state = current;
}

void sweep(const strip_band& band, cudaStream_t on) {
  int per_multiprocessor = 0, device = 0, n_multiprocessors = 0;
  check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&per_multiprocessor, sweep_band, 32, 0), "how many warps run");
  check(cudaGetDevice(&device), "the device");
  check(cudaDeviceGetAttribute(&n_multiprocessors, cudaDevAttrMultiProcessorCount, device), "the device");
  check(cudaMemsetAsync(band.messages, 0xFF, sizeof(std::uint64_t) * 2 * band.n, on),  // of no strip
        "memory of the device");
  check(cudaMemsetAsync(band.next, 0, sizeof(std::int32_t), on), "memory of the device");
  const int n_blocks = std::min(band.n_strips, std::max(per_multiprocessor, 1) * n_multiprocessors);
  sweep_band<<<n_blocks, 32, 0, on>>>(band);
  check(cudaGetLastError(), "a sweep");
}

// Goes back until the band, or the target, is left. `state` and `moves` [m + n] are on the device.
void walk_back(const strip_band& band, path_state* state, std::uint8_t* moves, cudaStream_t on) {
  walk_band<<<1, 32, 0, on>>>(band, state, moves);
  check(cudaGetLastError(), "a walk back");
}

// A launch has no more: some tenths of a second, so that runs can be stopped.
constexpr std::uint64_t max_launch_cells = 200'000'000'000;

// Which strips are swept, and kept, together.
struct band_plan {
  std::size_t n_strips;
  std::size_t band_strips;
  std::size_t n_bands;

  // Bands of at most so many strips, as equal as they can be.
  band_plan(const align_request& request, std::size_t most)
      : n_strips((request.query.size() + strip_rows - 1) / strip_rows) {
    n_bands = (n_strips + most - 1) / most;
    band_strips = (n_strips + n_bands - 1) / n_bands;
    n_bands = (n_strips + band_strips - 1) / band_strips;
  }

  // As few bands as memory of the device and a launch allow.
  static band_plan make(const align_request& request, const fast_limits& limits, std::uint64_t memory) {
    std::size_t most = max_launch_cells / (request.target.size() * strip_rows);
    most = std::clamp<std::size_t>(std::min(most, limits.max_strips), 1, request.query.size());
    while (most > 1 && band_plan(request, most).bytes(request) > memory) most -= (most + 7) / 8;
    return {request, most};
  }

  [[nodiscard]] std::size_t kept_rows(bool wants_path) const { return wants_path ? n_bands : 2; }

  // Of the device, with what buffers have in reserve.
  [[nodiscard]] std::uint64_t bytes(const align_request& request) const {
    const std::uint64_t m = request.query.size(), n = request.target.size();
    const std::uint64_t n_codes_and_moves = request.wants_path ? 2 * (m + n) : m + n;
    std::uint64_t n_scores = (4 + kept_rows(request.wants_path)) * n + pair_codes * pair_codes;
    if (request.wants_path) n_scores += band_strips * (n + n / tile_columns * strip_rows);
    return (sizeof(std::int32_t) * n_scores + n_codes_and_moves) / 4 * 5;
  }
};

// One alignment on the current device.
class pair_sweep {
 public:
  pair_sweep(const align_request& request, const band_plan& plan) : request_(request), plan_(plan) {}

  global_alignment align() {
    const wait_at_end guard(stream_.get());
    send_inputs();
    for (std::size_t band = 0; band < plan_.n_bands; ++band) sweep_first(band);
    global_alignment made{score_of(fetch_last(), request_), {}};
    if (request_.wants_path_of(made.total)) made.edits = find_path();
    return made;
  }

 private:
  [[nodiscard]] std::size_t m() const { return request_.query.size(); }
  [[nodiscard]] std::size_t n() const { return request_.target.size(); }
  [[nodiscard]] std::size_t n_tiles() const { return n() / tile_columns; }
  [[nodiscard]] bool keeps_all() const { return request_.wants_path && plan_.n_bands == 1; }

  void send_inputs() {
    gains_ = make_gains(request_.scoring);
    on_device_.query = send(request_.query, query_, stream_.get());
    on_device_.target = send(request_.target, target_, stream_.get());
    on_device_.gains = send(std::span<const std::int32_t>(gains_), table_, stream_.get());
    on_device_.m = static_cast<std::int32_t>(m());
    on_device_.n = static_cast<std::int32_t>(n());
    on_device_.next = counters_.room_for<std::int32_t>(2);
    on_device_.last = on_device_.next + 1;
    on_device_.messages = messages_.room_for<std::uint64_t>(2 * n());
    kept_ = between_.room_for<std::int32_t>(plan_.kept_rows(request_.wants_path) * n());
  }

  // D of the last row of a band.
  [[nodiscard]] std::int32_t* kept_row(std::size_t band) const {
    return kept_ + band % plan_.kept_rows(request_.wants_path) * n();
  }

  strip_band make_band(std::size_t band, bool keeps) {
    strip_band made = on_device_;
    made.first_strip = static_cast<std::int32_t>(band * plan_.band_strips);
    made.n_strips = static_cast<std::int32_t>(std::min(plan_.band_strips, plan_.n_strips - band * plan_.band_strips));
    made.above = band == 0 ? nullptr : kept_row(band - 1);
    made.bottom = kept_row(band);
    if (!keeps) return made;
    made.rows = rows_.room_for<std::int32_t>(n() * made.n_strips);
    made.columns = columns_.room_for<std::int32_t>(n_tiles() * strip_rows * made.n_strips + 1);
    return made;
  }

  void sweep_first(std::size_t band) {
    const strip_band swept = make_band(band, keeps_all());
    sweep(swept, stream_.get());
    end_launch();
    const std::size_t first_row = std::size_t{strip_rows} * swept.first_strip;
    const std::size_t n_rows = std::min<std::size_t>(std::size_t{strip_rows} * swept.n_strips, m() - first_row);
    if (request_.control != nullptr) request_.control->add_cells(n_rows * n());
  }

  void end_launch() {
    stream_.wait();
    if (request_.control != nullptr) request_.control->throw_if_stopped();
  }

  std::int32_t fetch_last() {
    const auto last = fetch<std::vector<std::int32_t>>(on_device_.last, 1, stream_.get());
    stream_.wait();
    return last.front();
  }

  std::vector<spliced::edit_run> find_path() {
    path_state state{static_cast<std::int32_t>(m()), static_cast<std::int32_t>(n()), 0};
    path_state* const there = send(std::span<const path_state>(&state, 1), state_, stream_.get());
    std::uint8_t* const moves = moves_.room_for<std::uint8_t>(m() + n());
    for (std::size_t band = plan_.n_bands; band > 0; --band) {
      const strip_band kept = make_band(band - 1, true);
      if (!keeps_all()) sweep(kept, stream_.get());
      walk_back(kept, there, moves, stream_.get());
      end_launch();
    }
    const auto left = fetch<std::vector<path_state>>(there, 1, stream_.get());
    stream_.wait();
    const auto found =
        fetch<std::vector<std::uint8_t>>(moves, static_cast<std::size_t>(left.front().n_moves), stream_.get());
    stream_.wait();
    return edits_of(found, m(), n());
  }

  const align_request& request_;
  band_plan plan_;
  stream stream_;
  gain_table gains_{};
  strip_band on_device_;
  std::int32_t* kept_ = nullptr;  // [kept_rows][n]
  buffer<device_memory> query_, target_, table_, counters_, messages_, between_, rows_, columns_, state_, moves_;
};

}  // namespace

std::unique_ptr<align_engine> make_fast_aligner(const std::vector<int>& devices, const fast_limits& limits) {
  const auto plan = [limits](const align_request& request, std::uint64_t memory) {
    return band_plan::make(request, limits, memory);
  };
  return make_device_aligner(devices, {fast_aligner_facts,
                                       [plan](const align_request& request) {
                                         return plan(request, std::numeric_limits<std::uint64_t>::max()).bytes(request);
                                       },
                                       [plan](const align_request& request, std::uint64_t bytes) {
                                         return pair_sweep(request, plan(request, bytes)).align();
                                       }});
}

}  // namespace exonweave::gpu

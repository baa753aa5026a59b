#include <cuda_runtime_api.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <numeric>
#include <tuple>

#include "gpu/device/cuda_call.cuh"
#include "pairwise/align/align_engine.hpp"
#include "pairwise/gpu/align/device_aligner.hpp"

namespace exonweave::gpu {

// Global alignments of many short pairs at once, a warp for each, with linear or affine gaps.
//
//   columns of the target ->   a lane has some rows of the query, and is a column after the lane above:
//   lane 0   rows 0..R-1       t0 t1 t2 t3 t4 ...             D and F of a lane's last row go to the next lane, a step
//            later
//   lane 1   rows R..2R-1         t0 t1 t2 t3 ...
//   ...                                                     a query of more than 32 R residues goes on in a further
//                                                           strip of
//   lane 31                                    t0 t1 ...    as many rows: the last row of a strip is the border of the
//                                              next one
//
// With D(i,j) = S(i,j) + extend * (i + j), where S, F and E are align_engine.hpp's, what a gap's symbol costs is what
// the next cell gains:
//
//   D(i,j) = max(D(i-1,j-1) + d(q_i, t_j) + 2 extend, F(i,j), E(i,j))
//   F(i,j) = max(F(i-1,j), D(i-1,j) - open)     E(i,j) = max(E(i,j-1), D(i,j-1) - open)
//   D(0,0) = 0, and the borders are -open
//
// Of each cell a byte says which of these were equal. So the way back, a thread for each pair, needs no values
// (align_engine.hpp says which of several counts).

constexpr int batch_warps = 4;  // of a block
constexpr int row_words = 4;    // a lane has at most so many times four rows

struct batch_pair {
  std::uint32_t query = 0, target = 0;  // where their codes begin
  std::uint32_t m = 0, n = 0;           // residues, 1 or more
  std::uint64_t cells = 0;              // where the words of its cells begin, in `cells` below
  std::uint64_t border = 0;             // where its columns begin, in `borders` below; of one strip: anything
};

struct batch_result {
  std::int32_t last = 0;        // D(m,n)
  std::uint32_t n_runs = 0;     // of its path, 0 where it is not requested
  std::uint64_t first_run = 0;  // in `runs` below
};

/// Pairs with as many rows of a lane, or all of a walk. All in device memory.
struct batch_launch {
  const batch_pair* pairs = nullptr;
  batch_result* results = nullptr;  // of these
  std::uint32_t n_pairs = 0;
  const std::uint8_t* codes = nullptr;
  const std::int8_t* gains = nullptr;  // [n_codes][n_codes] d + 2 extend, of query and target
  std::uint32_t n_codes = 0;
  std::int32_t open = 0, extend = 0;
  std::uint32_t* cells = nullptr;  // null: no paths are requested
  int2* borders = nullptr;
  std::int32_t least = 0;                // the path is requested of scores S(m,n) from here on
  std::uint32_t* runs = nullptr;         // length * 4 + cell_move, from the begin to the end
  unsigned long long* n_runs = nullptr;  // 0 before the first walk
};

/// With 4 * `words` rows of a lane, words of 1 to row_words.
void sweep_pairs(const batch_launch& launch, int words, cudaStream_t on);
void walk_pairs(const batch_launch& launch, int words, cudaStream_t on);

/// How often a lane's rows make a strip for so many residues of a query.
constexpr std::uint32_t strips_of(std::uint32_t m, int words) {
  const std::uint32_t rows = 128 * static_cast<std::uint32_t>(words);
  return (m + rows - 1) / rows;
}
/// Words of a pair's cells.
constexpr std::uint64_t cell_words(std::uint32_t m, std::uint32_t n, int words) {
  return std::uint64_t{strips_of(m, words)} * (n + 31) * 32 * static_cast<std::uint64_t>(words);
}

namespace {

// Those that fill their strips best.
int words_for(std::size_t m) {
  const auto n_rows = [m](int words) {
    return strips_of(static_cast<std::uint32_t>(m), words) * static_cast<std::uint32_t>(words);
  };
  int best = row_words;
  for (int words = row_words - 1; words > 0; --words)
    if (n_rows(words) < n_rows(best)) best = words;
  return best;
}

// What one align_all() needs on a device, and where results come back to; kept for the next one.
struct batch_memory {
  stream on;
  buffer<pooled_memory> codes, pairs, gains, cells, borders, results, runs, counter;
  buffer<pinned_memory> staged;
};

// Pairs that are on a device together.
class batch_run {
 public:
  batch_run(std::span<const align_request> requests, std::span<const std::size_t> taken, batch_memory& memory)
      : requests_(requests), taken_(taken), memory_(memory), first_(requests[taken.front()]) {}

  void align(std::vector<global_alignment>& made) {
    const wait_at_end guard(memory_.on.get());
    send();
    for (std::size_t first = 0, last = 0; first < taken_.size(); first = last) {
      const int words = words_for(requests_[taken_[first]].query.size());
      while (last < taken_.size() && words_for(requests_[taken_[last]].query.size()) == words) ++last;
      batch_launch some = all_;
      some.pairs += first;
      some.results += first;
      some.n_pairs = static_cast<std::uint32_t>(last - first);
      sweep_pairs(some, words, memory_.on.get());
      if (wants_paths()) walk_pairs(some, words, memory_.on.get());
    }
    fetch_into(made);
  }

  // Of the device for a pair, with what buffers have in reserve.
  static std::uint64_t bytes_of(const align_request& request) {
    const auto m = static_cast<std::uint32_t>(request.query.size()),
               n = static_cast<std::uint32_t>(request.target.size());
    const int words = words_for(m);
    std::uint64_t bytes = m + n + sizeof(batch_pair) + sizeof(batch_result);
    if (request.wants_path) bytes += sizeof(std::uint32_t) * (cell_words(m, n, words) + m + n);
    if (strips_of(m, words) > 1) bytes += sizeof(int2) * n;
    return bytes / 4 * 5;
  }

 private:
  [[nodiscard]] bool wants_paths() const { return first_.wants_path; }

  void send() {
    std::uint64_t n_codes = 0, n_cells = 0, n_columns = 0, n_moves = 0;
    auto* const pairs = memory_.staged.room_for<batch_pair>(taken_.size() + codes_of_all() / sizeof(batch_pair) + 1);
    auto* const codes = reinterpret_cast<std::uint8_t*>(pairs + taken_.size());
    for (std::size_t k = 0; k < taken_.size(); ++k) {
      const align_request& each = requests_[taken_[k]];
      const auto m = static_cast<std::uint32_t>(each.query.size()), n = static_cast<std::uint32_t>(each.target.size());
      const int words = words_for(m);
      pairs[k] = {
          static_cast<std::uint32_t>(n_codes), static_cast<std::uint32_t>(n_codes + m), m, n, n_cells, n_columns};
      std::ranges::copy(each.query, codes + n_codes);
      std::ranges::copy(each.target, codes + n_codes + m);
      n_codes += m + n;
      n_moves += m + n;
      if (wants_paths()) n_cells += cell_words(m, n, words);
      if (strips_of(m, words) > 1) n_columns += n;
    }
    const align_scoring& scoring = first_.scoring;
    gains_ = substitution_table<std::int8_t>(*scoring.substitution);
    for (std::int8_t& each : gains_) each = static_cast<std::int8_t>(each + 2 * scoring.gaps.extend);
    const cudaStream_t on = memory_.on.get();
    all_.pairs = gpu::send(std::span<const batch_pair>(pairs, taken_.size()), memory_.pairs, on);
    all_.codes = gpu::send(std::span<const std::uint8_t>(codes, n_codes), memory_.codes, on);
    all_.gains = gpu::send(std::span<const std::int8_t>(gains_), memory_.gains, on);
    all_.results = memory_.results.room_for<batch_result>(taken_.size());
    all_.n_codes = static_cast<std::uint32_t>(scoring.substitution->n_codes());
    all_.open = scoring.gaps.open;
    all_.extend = scoring.gaps.extend;
    all_.least = first_.least;
    all_.borders = memory_.borders.room_for<int2>(n_columns + 1);
    if (!wants_paths()) return;
    all_.cells = memory_.cells.room_for<std::uint32_t>(n_cells);
    all_.runs = memory_.runs.room_for<std::uint32_t>(n_moves);
    all_.n_runs = memory_.counter.room_for<unsigned long long>(1);
    check(cudaMemsetAsync(all_.n_runs, 0, sizeof *all_.n_runs, on), "clearing");
  }

  [[nodiscard]] std::size_t codes_of_all() const {
    std::size_t n = 0;
    for (const std::size_t k : taken_) n += requests_[k].query.size() + requests_[k].target.size();
    return n;
  }

  void fetch_into(std::vector<global_alignment>& made) {
    const cudaStream_t on = memory_.on.get();
    const auto results = fetch<std::vector<batch_result>>(all_.results, taken_.size(), on);
    memory_.on.wait();
    std::uint64_t n_runs = 0;
    for (const batch_result& each : results) n_runs += each.n_runs;
    const auto runs = fetch<std::vector<std::uint32_t>>(all_.runs, n_runs, on);
    memory_.on.wait();
    for (std::size_t k = 0; k < taken_.size(); ++k) {
      const align_request& request = requests_[taken_[k]];
      global_alignment& each = made[taken_[k]];
      each.total =
          results[k].last - all_.extend * static_cast<spliced::score>(request.query.size() + request.target.size());
      if (request.wants_path_of(each.total))
        each.edits = edits_of(std::span(runs).subspan(results[k].first_run, results[k].n_runs));
    }
  }

  static std::vector<spliced::edit_run> edits_of(std::span<const std::uint32_t> runs) {
    constexpr std::array edits{spliced::edit::match, spliced::edit::deletion, spliced::edit::insertion};
    std::vector<spliced::edit_run> made;
    made.reserve(runs.size());
    for (const std::uint32_t run : runs) made.push_back({edits[run % 4], run / 4});
    return made;
  }

  std::span<const align_request> requests_;
  std::span<const std::size_t> taken_;
  batch_memory& memory_;
  const align_request& first_;
  std::vector<std::int8_t> gains_;
  batch_launch all_;
};

class batch_aligner final : public align_engine {
 public:
  explicit batch_aligner(const std::vector<int>& devices) : queue_(devices, usable_bytes) {
    for (const int device : devices) check(cudaSetDevice(device), "the device");
  }

  [[nodiscard]] const pairwise_engine& facts() const override { return batch_aligner_facts; }

  [[nodiscard]] global_alignment align(const align_request& request) const override {
    if (!is_for_batch(request.query.size(), request.target.size(), request.scoring)) return on_cpu_->align(request);
    return align_all({&request, 1}).front();
  }

  [[nodiscard]] bool is_for_batch(std::size_t query_length, std::size_t target_length,
                                  const align_scoring& scoring) const override {
    const auto& [pairs, gaps] = scoring;
    const std::int64_t more = 2 * std::int64_t{gaps.extend};
    const std::uint64_t cells = std::uint64_t{query_length} * target_length;
    return cells > 0 && cells <= batch_aligner_facts.max_cells && pairs->smallest() >= -128 &&
           pairs->smallest() + more >= -128 && pairs->largest() + more <= 127 && pairs->n_codes() < pair_codes;
  }

  [[nodiscard]] std::vector<global_alignment> align_all(std::span<const align_request> requests) const override {
    std::vector<global_alignment> made(requests.size());
    if (requests.empty()) return made;
    std::uint64_t bytes = 0, cells = 0;
    for (const align_request& each : requests) {
      check_score_range(each);
      bytes += batch_run::bytes_of(each);
      cells += each.n_cells();
    }
    const auto place = queue_.take(bytes, cells);
    run_control* const control = requests.front().control;
    check(cudaSetDevice(place.device), "the device");
    auto memory = take_memory(place.device);
    for (const auto& some : parts_of(requests, place.bytes)) {
      if (control != nullptr) control->throw_if_stopped();
      batch_run(requests, some, *memory).align(made);
    }
    if (control != nullptr) control->add_cells(cells);
    const std::lock_guard lock(mutex_);
    idle_[place.device].push_back(std::move(memory));
    return made;
  }

 private:
  // Those of as many rows of a lane together, the longest first; each part has room on the device, or one pair.
  static std::vector<std::vector<std::size_t>> parts_of(std::span<const align_request> requests,
                                                        std::uint64_t max_bytes) {
    std::vector<std::size_t> order(requests.size());
    std::iota(order.begin(), order.end(), 0);
    std::ranges::sort(order, {}, [&](std::size_t k) {
      return std::tuple(words_for(requests[k].query.size()), ~requests[k].n_cells(), k);
    });
    std::vector<std::vector<std::size_t>> parts;
    std::uint64_t bytes = 0;
    for (const std::size_t k : order) {
      const std::uint64_t more = batch_run::bytes_of(requests[k]);
      if (parts.empty() || bytes + more > max_bytes) {
        parts.emplace_back();
        bytes = 0;
      }
      parts.back().push_back(k);
      bytes += more;
    }
    return parts;
  }

  [[nodiscard]] std::unique_ptr<batch_memory> take_memory(int device) const {
    const std::lock_guard lock(mutex_);
    auto& idle = idle_[device];
    if (idle.empty()) return std::make_unique<batch_memory>();
    auto taken = std::move(idle.back());
    idle.pop_back();
    return taken;
  }

  std::unique_ptr<align_engine> on_cpu_ = make_simd_aligner();
  mutable device_queue queue_;
  mutable std::mutex mutex_;
  mutable std::map<int, std::vector<std::unique_ptr<batch_memory>>> idle_;  // [devices] that no align_all() has
};

}  // namespace

std::unique_ptr<align_engine> make_batch_aligner(const std::vector<int>& devices) {
  return std::make_unique<batch_aligner>(devices);
}

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

#include <cooperative_groups.h>
#include <cuda_runtime_api.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "base/memory/memory_budget.hpp"
#include "gpu/device/cuda_call.cuh"
#include "pairwise/gpu/align/device_aligner.hpp"
#include "pairwise/gpu/reference/matrix_aligner.hpp"
#include "spliced/graph/large_vector.hpp"

namespace exonweave::gpu {

namespace {

// Anti-diagonals of a pair: where their moves are in a submatrix, and what computes them.
//
// Anti-diagonal a holds the cells (i, a - i) with 1 <= i <= m and 1 <= a - i <= n, a = 2 .. m + n. Its moves are words
// in pairs, two bits of 32 cells: the low bits in the first, the high bits in the second. A 2 x 3 example, whose cells
// by anti-diagonal are
//
//   (1,1) | (1,2) (2,1) | (1,3) (2,2) | (2,3)       as words: [low high] [low high] [low high] [low high]

struct diagonal_shape {
  std::int32_t m = 0;
  std::int32_t n = 0;

  [[nodiscard]] __host__ __device__ std::int32_t first_row(std::int32_t a) const { return a > n ? a - n : 1; }
  [[nodiscard]] __host__ __device__ std::int32_t n_cells(std::int32_t a) const {
    const std::int32_t last = a - 1 < m ? a - 1 : m;
    return last - first_row(a) + 1;
  }
  [[nodiscard]] __host__ __device__ std::size_t n_words(std::int32_t a) const {
    return (static_cast<std::size_t>(n_cells(a)) + 31) / 32 * 2;
  }
};

struct submatrix {
  diagonal_shape shape;
  const std::uint8_t* query = nullptr;
  const std::uint8_t* target = nullptr;
  const std::int32_t* gains = nullptr;  // gain_table
  std::int32_t* D[3]{};                 // [m + 1] each: D of anti-diagonal a by row in D[a % 3]; all 0 at first
  std::int32_t begin = 0;               // anti-diagonals, half-open
  std::int32_t end = 0;
  std::uint32_t* moves = nullptr;  // null: not requested
};

constexpr int block_threads = 256;

// Kurt et al.'s cell, with D of device_aligner.hpp. Row and column 0 are 0 wherever they are read: no anti-diagonal
// before a has written the entry of row a - 1 or above, nor any that of row 0.
//   D(i,j) = max(D(i-1,j-1) + d(q_i, t_j) + 2 extend, D(i-1,j), D(i,j-1))
__device__ void compute_diagonal(const submatrix& part, std::int32_t a, std::uint32_t* moves) {
  const std::int32_t* const before = part.D[(a + 2) % 3];      // a - 1
  const std::int32_t* const two_before = part.D[(a + 1) % 3];  // a - 2
  std::int32_t* const now = part.D[a % 3];
  const std::int32_t first = part.shape.first_row(a), n = part.shape.n_cells(a);
  const std::int32_t n_padded = (n + 31) / 32 * 32;  // whole warps
  const std::int32_t stride = gridDim.x * blockDim.x;
  for (std::int32_t k = blockIdx.x * blockDim.x + threadIdx.x; k < n_padded; k += stride) {
    unsigned move = 0;
    if (k < n) {
      const std::int32_t i = first + k, j = a - i;
      const std::int32_t gain =
          __ldg(part.gains + part.query[i - 1] * static_cast<int>(pair_codes) + part.target[j - 1]);
      const std::int32_t pair = __ldcg(two_before + i - 1) + gain;
      const std::int32_t up = __ldcg(before + i - 1), left = __ldcg(before + i);
      const std::int32_t D = max(max(pair, up), left);
      __stcg(now + i, D);
      move = D == pair ? 0 : D == up ? 1 : 2;  // cell_move
    }
    if (moves == nullptr) continue;
    const unsigned low = __ballot_sync(~0U, move & 1U), high = __ballot_sync(~0U, move >> 1U);
    if (threadIdx.x % 32 == 0) {
      moves[k / 32 * 2] = low;
      moves[k / 32 * 2 + 1] = high;
    }
  }
}

__global__ void __launch_bounds__(block_threads) one_diagonal(submatrix part, std::int32_t a, std::uint32_t* moves) {
  compute_diagonal(part, a, moves);
}

__global__ void __launch_bounds__(block_threads) all_diagonals(submatrix part) {
  const auto grid = cooperative_groups::this_grid();
  std::uint32_t* moves = part.moves;
  for (std::int32_t a = part.begin; a < part.end; ++a) {
    compute_diagonal(part, a, moves);
    if (moves != nullptr) moves += part.shape.n_words(a);
    grid.sync();
  }
}

int blocks_for(std::int32_t n_cells) { return (n_cells + block_threads - 1) / block_threads; }

// A launch for each anti-diagonal.
void compute_iteratively(const submatrix& part, cudaStream_t on) {
  std::uint32_t* moves = part.moves;
  for (std::int32_t a = part.begin; a < part.end; ++a) {
    one_diagonal<<<blocks_for(part.shape.n_cells(a)), block_threads, 0, on>>>(part, a, moves);
    check(cudaGetLastError(), "an anti-diagonal");
    if (moves != nullptr) moves += part.shape.n_words(a);
  }
}

// One launch.
void compute_cooperatively(const submatrix& part, cudaStream_t on) {
  int per_multiprocessor = 0, device = 0, n_multiprocessors = 0;
  check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&per_multiprocessor, all_diagonals, block_threads, 0),
        "how many blocks run");
  check(cudaGetDevice(&device), "the device");
  check(cudaDeviceGetAttribute(&n_multiprocessors, cudaDevAttrMultiProcessorCount, device), "the device");
  const std::int32_t longest = std::min(part.shape.m, part.shape.n);
  const int n_blocks = std::min(blocks_for(longest), per_multiprocessor * n_multiprocessors);
  submatrix argument = part;
  void* arguments[]{&argument};
  check(cudaLaunchCooperativeKernel(reinterpret_cast<const void*>(all_diagonals), dim3(n_blocks), dim3(block_threads),
                                    arguments, 0, on),
        "a submatrix");
}

// Some anti-diagonals, and where their moves begin on the host.
struct diagonal_part {
  std::int32_t begin = 0;
  std::int32_t end = 0;
  std::uint64_t n_cells = 0;
  std::size_t first_word = 0;
  std::size_t n_words = 0;
};

std::vector<diagonal_part> cut(const diagonal_shape& shape, std::size_t words_of_part) {
  std::vector<diagonal_part> parts{{2, 2}};
  for (std::int32_t a = 2; a <= shape.m + shape.n; ++a) {
    if (parts.back().n_words >= words_of_part) {
      const diagonal_part& full = parts.back();
      parts.push_back({a, a, 0, full.first_word + full.n_words, 0});
    }
    diagonal_part& part = parts.back();
    part.end = a + 1;
    part.n_cells += static_cast<std::uint64_t>(shape.n_cells(a));
    part.n_words += shape.n_words(a);
  }
  return parts;
}

// One alignment on the current device.
class diagonal_sweep {
 public:
  diagonal_sweep(const align_request& request, diagonal_launch launch, const matrix_limits& limits)
      : request_(request),
        launch_(launch),
        shape_{static_cast<std::int32_t>(request.query.size()), static_cast<std::int32_t>(request.target.size())},
        parts_(cut(shape_, limits.submatrix_words)) {}

  global_alignment align() {
    if (request_.wants_path) make_room_for_moves();
    const wait_at_end guard(computing_.get()), guard_of_copies(copying_.get());
    send_inputs();
    for (std::size_t part = 0; part < parts_.size(); ++part) {
      compute(part);
      if (part > 0) take(part - 1);
    }
    take(parts_.size() - 1);
    const auto last =
        fetch<std::vector<std::int32_t>>(all_.D[(shape_.m + shape_.n) % 3] + shape_.m, 1, computing_.get());
    computing_.wait();
    global_alignment made{score_of(last.front(), request_), {}};
    if (request_.wants_path_of(made.total)) made.edits = walk_back();
    return made;
  }

 private:
  // Where a submatrix is until the host has it.
  struct moves_slot {
    buffer<device_memory> there;
    buffer<pinned_memory> here;
    event computed;
    event copied;
  };

  void make_room_for_moves() {
    const std::size_t n_words = parts_.back().first_word + parts_.back().n_words;
    if (n_words * sizeof(std::uint32_t) > request_.memory)
      throw memory_exceeded(n_words * sizeof(std::uint32_t), request_.memory);
    moves_.resize(n_words);
  }

  void send_inputs() {
    const cudaStream_t on = computing_.get();
    gains_ = make_gains(request_.scoring);
    all_.shape = shape_;
    all_.query = send(request_.query, query_, on);
    all_.target = send(request_.target, target_, on);
    all_.gains = send(std::span<const std::int32_t>(gains_), table_, on);
    const std::size_t width = static_cast<std::size_t>(shape_.m) + 1;
    std::int32_t* const rows = rows_.room_for<std::int32_t>(3 * width);
    check(cudaMemsetAsync(rows, 0, 3 * width * sizeof(std::int32_t), on), "memory of the device");
    for (std::size_t k = 0; k < 3; ++k) all_.D[k] = rows + k * width;
  }

  // Starts a part, and its way to the host after it.
  void compute(std::size_t index) {
    const diagonal_part& part = parts_[index];
    moves_slot& slot = slots_[index % slots_.size()];
    submatrix piece = all_;
    piece.begin = part.begin;
    piece.end = part.end;
    if (request_.wants_path) piece.moves = slot.there.room_for<std::uint32_t>(part.n_words);
    if (launch_ == diagonal_launch::iterative)
      compute_iteratively(piece, computing_.get());
    else
      compute_cooperatively(piece, computing_.get());
    slot.computed.record(computing_.get());
    if (!request_.wants_path) return;
    check(cudaStreamWaitEvent(copying_.get(), slot.computed.get()), "an event");
    check(cudaMemcpyAsync(slot.here.room_for<std::uint32_t>(part.n_words), piece.moves,
                          part.n_words * sizeof(std::uint32_t), cudaMemcpyDeviceToHost, copying_.get()),
          "a copy from the device");
    slot.copied.record(copying_.get());
  }

  // Waits for a part; its slot is free then.
  void take(std::size_t index) {
    const diagonal_part& part = parts_[index];
    moves_slot& slot = slots_[index % slots_.size()];
    (request_.wants_path ? slot.copied : slot.computed).wait();
    if (request_.wants_path)
      std::memcpy(moves_.data() + part.first_word, slot.here.room_for<std::uint32_t>(part.n_words),
                  part.n_words * sizeof(std::uint32_t));
    if (request_.control == nullptr) return;
    request_.control->add_cells(part.n_cells);
    request_.control->throw_if_stopped();
  }

  [[nodiscard]] std::vector<spliced::edit_run> walk_back() const {
    std::vector<std::uint8_t> path;
    std::size_t first_word = moves_.size();  // of `diagonal`
    std::int32_t diagonal = shape_.m + shape_.n + 1;
    for (std::int32_t i = shape_.m, j = shape_.n; i > 0 && j > 0;) {
      while (diagonal > i + j) first_word -= shape_.n_words(--diagonal);
      const auto k = static_cast<std::size_t>(i - shape_.first_row(diagonal));
      const std::uint32_t* const words = moves_.data() + first_word + k / 32 * 2;
      const unsigned move = (words[0] >> (k % 32) & 1U) | (words[1] >> (k % 32) & 1U) << 1U;
      path.push_back(static_cast<std::uint8_t>(move));
      i -= move != 2 ? 1 : 0;
      j -= move != 1 ? 1 : 0;
    }
    return edits_of(path, request_.query.size(), request_.target.size());
  }

  const align_request& request_;
  diagonal_launch launch_;
  diagonal_shape shape_;
  std::vector<diagonal_part> parts_;
  gain_table gains_{};
  spliced::large_vector<std::uint32_t> moves_;  // all of them; empty when no path is requested
  submatrix all_;                               // what its parts have in common
  buffer<device_memory> query_, target_, table_, rows_;
  std::array<moves_slot, 2> slots_;
  stream computing_, copying_;
};

// Of the device, with what buffers have in reserve: three anti-diagonals, and two submatrices.
std::uint64_t requested_bytes(const align_request& request, const matrix_limits& limits) {
  const std::uint64_t m = request.query.size(), n = request.target.size();
  const std::uint64_t of_moves = request.wants_path ? 2 * (limits.submatrix_words + 2 * (std::min(m, n) / 32 + 1)) : 0;
  return (sizeof(std::int32_t) * (3 * (m + 1) + of_moves + pair_codes * pair_codes) + m + n) / 4 * 5;
}

}  // namespace

std::unique_ptr<align_engine> make_matrix_aligner(const std::vector<int>& devices, diagonal_launch launch,
                                                  const matrix_limits& limits) {
  return make_device_aligner(devices,
                             {launch == diagonal_launch::iterative ? iterative_aligner : cooperative_aligner,
                              [limits](const align_request& request) { return requested_bytes(request, limits); },
                              [launch, limits](const align_request& request, std::uint64_t) {
                                return diagonal_sweep(request, launch, limits).align();
                              }});
}

}  // namespace exonweave::gpu

#include "gpu/device/cuda_call.cuh"
#include "gpu/reference/literal_kernel.cuh"

namespace exonweave::gpu {
namespace {

using spliced::residue_code;
using spliced::score;

constexpr score unreachable = spliced::unreachable;

constexpr std::uint32_t warp = 32;

// One exon in one tile of columns. All members are the same for all threads of the block.
struct exon_tile {
  const literal_problem& problem;
  score extend;
  std::uint32_t n_codes;
  const residue_code* residues;
  std::uint32_t n_residues;
  std::uint32_t first;        // column
  std::uint32_t n;            // columns
  const score* left;          // [n_residues] the column before the first
  score* right;               // [n_residues] the last column
  const score* substitution;  // shared memory
  score* top;                 // shared memory, [1 + n] the row above, from the column before the first on
  score* diagonals;           // shared memory, [3][blockDim.x]
  score* cells;               // [blockDim.x][n] of the conventional layout
  residue_code* symbols;      // shared memory, [n] the target's symbol of each column; any for column 0

  __device__ score left_of(std::uint32_t row) const { return first > 0 ? left[row] : unreachable; }
};

__device__ score entry_of(const exon_tile& tile, const literal_task& task, std::uint32_t column) {
  score best = unreachable;
  for (std::uint32_t i = task.first_input; i < task.last_input; ++i) {
    const literal_input input = tile.problem.inputs[i];
    best = max(best, tile.problem.rows[std::size_t{input.task} * tile.problem.row_length + column] + input.weight);
  }
  return best;
}

// Phase 1, and the tile's part of the target.
__device__ void gather_entry(const exon_tile& tile, const literal_task& task) {
  if (threadIdx.x == 0) tile.top[0] = tile.first > 0 ? entry_of(tile, task, tile.first - 1) : unreachable;
  for (std::uint32_t x = read_columns * threadIdx.x; x < tile.n; x += read_columns * blockDim.x) {
    int4 best = {unreachable, unreachable, unreachable, unreachable};
#pragma unroll 8  // as many loads are under way at a time
    for (std::uint32_t i = task.first_input; i < task.last_input; ++i) {
      const literal_input input = tile.problem.inputs[i];
      const int4 row = *reinterpret_cast<const int4*>(
          tile.problem.rows + std::size_t{input.task} * tile.problem.row_length + tile.first + x);
      best = {max(best.x, row.x + input.weight), max(best.y, row.y + input.weight), max(best.z, row.z + input.weight),
              max(best.w, row.w + input.weight)};
    }
    score* const cells = tile.top + 1 + x;  // what lies after the last column is nobody's
    cells[0] = best.x;
    if (x + 1 < tile.n) cells[1] = best.y;
    if (x + 2 < tile.n) cells[2] = best.z;
    if (x + 3 < tile.n) cells[3] = best.w;
  }
  for (std::uint32_t x = threadIdx.x; x < tile.n; x += blockDim.x)
    tile.symbols[x] = tile.first + x > 0 ? tile.problem.target[tile.first + x - 1] : residue_code{0};
}

// The cells of an anti-diagonal and of the two before, each by its row: of the piece for which a thread is there.
template <diagonal_layout kLayout>
class diagonals_at_hand {
 public:
  __device__ explicit diagonals_at_hand(const exon_tile& tile)
      : tile_(tile),
        here_(tile.diagonals),
        before_(tile.diagonals + blockDim.x),
        before_that_(tile.diagonals + 2 * blockDim.x) {}

  __device__ void go_on() {
    score* const free = before_that_;
    before_that_ = before_;
    before_ = here_;
    here_ = free;
  }

  // On diagonal d.
  __device__ std::uint32_t row_of_thread(std::uint32_t d) const {
    return kLayout == diagonal_layout::left_aligned ? threadIdx.x + first_row(d) : threadIdx.x;
  }
  __device__ score* here(std::uint32_t d, std::uint32_t row) const { return at(here_, d, row); }
  __device__ const score* left(std::uint32_t d, std::uint32_t row) const { return at(before_, d - 1, row); }
  __device__ const score* up(std::uint32_t d, std::uint32_t row) const { return at(before_, d - 1, row - 1); }
  __device__ const score* diagonal(std::uint32_t d, std::uint32_t row) const {
    return at(before_that_, d - 2, row - 1);
  }

 private:
  // The first row that has a cell on a diagonal.
  __device__ std::uint32_t first_row(std::uint32_t d) const { return d < tile_.n ? 0 : d - (tile_.n - 1); }
  __device__ score* at(score* cells, std::uint32_t d, std::uint32_t row) const {
    if constexpr (kLayout == diagonal_layout::conventional) return tile_.cells + std::size_t{row} * tile_.n + (d - row);
    if constexpr (kLayout == diagonal_layout::left_aligned) row -= first_row(d);
    return cells + row;
  }

  const exon_tile& tile_;
  score *here_, *before_, *before_that_;
};

// Of the warps that have rows; the others wait for the end of the piece.
__device__ void wait_for_diagonal(std::uint32_t n_threads) {
  asm volatile("bar.sync 1, %0;" ::"r"(n_threads) : "memory");
}

// Phase 2, rows [first_row, first_row + n_rows) of the exon, where cells of all anti-diagonals at hand are in memory;
// `top` is the row above, and becomes the last of these. What a thread's next cells pair is read ahead, the symbol two
// diagonals and the score one, so that nothing that is read waits for another.
template <diagonal_layout kLayout>
__device__ void sweep_piece(const exon_tile& tile, std::uint32_t first_row, std::uint32_t n_rows) {
  const std::uint32_t n_threads = (n_rows + warp - 1) / warp * warp;
  if (threadIdx.x >= n_threads) return;
  diagonals_at_hand<kLayout> near(tile);
  const auto symbol_on = [&](std::uint32_t d) {
    const std::uint32_t x = d - near.row_of_thread(d);
    return x < tile.n ? tile.symbols[x] : residue_code{0};
  };
  const auto pair_on = [&](std::uint32_t d, residue_code symbol) {
    const std::uint32_t row = near.row_of_thread(d);
    const residue_code residue = row < n_rows ? tile.residues[first_row + row] : residue_code{0};
    return tile.substitution[residue * tile.n_codes + symbol];
  };
  score above_before = tile.top[0];  // of row 0: the row above, one column to the left
  score pair = pair_on(0, symbol_on(0));
  residue_code symbol = symbol_on(1);
  wait_for_diagonal(n_threads);
  for (std::uint32_t d = 0; d + 1 < n_rows + tile.n; ++d) {
    const residue_code symbol_after_next = symbol_on(d + 2);
    const score next_pair = pair_on(d + 1, symbol);
    const std::uint32_t row = near.row_of_thread(d), x = d - row;
    if (row < n_rows && x < tile.n) {
      const bool is_first = row == 0;
      score* const here = near.here(d, row);  // read where there is nothing to be read: nobody else writes it
      score left = *(x > 0 ? near.left(d, row) : here);
      const score up = *(is_first ? tile.top + x + 1 : near.up(d, row));
      score diagonal = *(is_first || x == 0 ? here : near.diagonal(d, row));
      if (x == 0) {
        left = tile.left_of(first_row + row);
        if (!is_first) diagonal = tile.left_of(first_row + row - 1);
      }
      // After the first columns a left-aligned thread 0 goes on to other rows.
      if (is_first) {
        diagonal = above_before;
        above_before = up;
      }
      score best = max(up, left) - tile.extend;
      if (tile.first + x > 0) best = max(best, diagonal + pair);
      *here = best;
      if (row + 1 == n_rows) {
        tile.top[x + 1] = best;
        if (x == 0) tile.top[0] = tile.left_of(first_row + row);
      }
      if (x + 1 == tile.n) tile.right[first_row + row] = best;
    }
    pair = next_pair;
    symbol = symbol_after_next;
    near.go_on();
    wait_for_diagonal(n_threads);
  }
}

// A row of a right-aligned piece, with its thread: what is to the left of its cell and diagonal to it are the thread's
// own, in registers. Of others it needs the cell above: of two anti-diagonals, in turn.
class row_of_thread {
 public:
  __device__ row_of_thread(const exon_tile& tile, std::uint32_t first_row, std::uint32_t n_rows)
      : tile_(tile),
        is_first_(threadIdx.x == 0),
        is_last_(threadIdx.x + 1 == n_rows),
        n_(threadIdx.x < n_rows ? tile.n : 0),
        x_(0 - threadIdx.x) {
    const std::uint32_t row = first_row + threadIdx.x;
    pairs_ = tile.substitution + (n_ > 0 ? tile.residues[row] : residue_code{0}) * tile.n_codes;
    left_ = n_ > 0 ? tile.left_of(row) : unreachable;
    diagonal_ = is_first_ ? tile.top[0] : n_ > 0 ? tile.left_of(row - 1) : unreachable;
    if (tile.first == 0) diagonal_ = unreachable - spliced::score_limit;  // column 0 pairs nothing
    pair_ = pairs_[symbol_at(x_)];
    symbol_ = symbol_at(x_ + 1);
  }

  /// The next anti-diagonal. kIsInner: all threads are within the tile, and will be in the next two.
  template <bool kIsInner>
  __device__ void go_on(score* here, const score* before) {
    const residue_code symbol_after_next = kIsInner ? tile_.symbols[x_ + 2] : symbol_at(x_ + 2);
    const score next_pair = pairs_[symbol_];
    if (kIsInner || x_ < n_) {
      const score up = *(is_first_ ? tile_.top + x_ + 1 : before + threadIdx.x - 1);
      left_ = max(max(up, left_) - tile_.extend, diagonal_ + pair_);
      diagonal_ = up;
      here[threadIdx.x] = left_;  // of rows after the last one too, which nobody reads
      if (is_last_) tile_.top[x_ + 1] = left_;
    }
    pair_ = next_pair;
    symbol_ = symbol_after_next;
    ++x_;
  }

  /// Of its last cell so far; at first of the column before the tile.
  [[nodiscard]] __device__ score value() const { return left_; }
  [[nodiscard]] __device__ bool is_last() const { return is_last_; }

 private:
  __device__ residue_code symbol_at(std::uint32_t x) const { return x < n_ ? tile_.symbols[x] : residue_code{0}; }

  const exon_tile& tile_;
  bool is_first_, is_last_;
  std::uint32_t n_, x_;  // columns, and the next one: before the first, what wraps around is none
  const score* pairs_;
  score left_, diagonal_, pair_;
  residue_code symbol_;
};

template <>
__device__ void sweep_piece<diagonal_layout::right_aligned>(const exon_tile& tile, std::uint32_t first_row,
                                                            std::uint32_t n_rows) {
  const std::uint32_t n_threads = (n_rows + warp - 1) / warp * warp;
  if (threadIdx.x >= n_threads) return;
  row_of_thread row(tile, first_row, n_rows);
  wait_for_diagonal(n_threads);
  if (row.is_last()) tile.top[0] = row.value();
  score *here = tile.diagonals, *before = here + blockDim.x;
  std::uint32_t d = 0;
  const auto sweep_to = [&](std::uint32_t end) {
    for (; d < end; ++d) {
      row.go_on<false>(here, before);
      wait_for_diagonal(n_threads);
      score* const free = before;
      before = here;
      here = free;
    }
  };
  const std::uint32_t n_diagonals = n_rows + tile.n - 1;
  sweep_to(min(n_threads, n_diagonals));
  for (; d + 4 <= tile.n; d += 2) {
    row.go_on<true>(here, before);
    wait_for_diagonal(n_threads);
    row.go_on<true>(before, here);
    wait_for_diagonal(n_threads);
  }
  sweep_to(n_diagonals);
  if (threadIdx.x < n_rows) tile.right[first_row + threadIdx.x] = row.value();
}

template <diagonal_layout kLayout>
__global__ void align_exons_of(literal_launch launch) {
  extern __shared__ score shared[];
  const literal_block block = launch.blocks[blockIdx.x];
  const literal_problem problem = launch.problems[block.problem];
  const literal_task task = problem.tasks[block.task];
  const std::uint32_t n_scores = launch.n_codes * launch.n_codes;
  score* const substitution = shared;
  score* const top = substitution + n_scores;
  score* const diagonals = top + tile_columns + 1;
  auto* const symbols = reinterpret_cast<residue_code*>(diagonals + 3 * blockDim.x);
  for (std::uint32_t k = threadIdx.x; k < n_scores; k += blockDim.x) substitution[k] = launch.substitution[k];
  score* left = launch.borders + std::size_t{blockIdx.x} * 2 * launch.max_residues;
  score* right = left + launch.max_residues;
  score* const cells = launch.cells + std::size_t{blockIdx.x} * max_threads * tile_columns;
  score* const row = problem.rows + std::size_t{block.task} * problem.row_length;
  for (std::uint32_t column = 0; column < problem.n_columns; column += tile_columns) {
    const exon_tile tile{problem,
                         launch.extend,
                         launch.n_codes,
                         problem.residues + task.first_residue,
                         task.n_residues,
                         column,
                         min(tile_columns, problem.n_columns - column),
                         left,
                         right,
                         substitution,
                         top,
                         diagonals,
                         cells,
                         symbols};
    gather_entry(tile, task);
    __syncthreads();
    for (std::uint32_t i = 0; i < task.n_residues; i += blockDim.x) {
      sweep_piece<kLayout>(tile, i, min(blockDim.x, task.n_residues - i));
      __syncthreads();
    }
    for (std::uint32_t x = threadIdx.x; x < tile.n; x += blockDim.x) row[column + x] = top[x + 1];  // phase 3
    __syncthreads();
    score* const before = left;
    left = right;
    right = before;
  }
}

// Bytes of shared memory that a block needs.
std::size_t shared_bytes(std::uint32_t n_codes, std::uint32_t n_threads) {
  const std::size_t n_scores = std::size_t{n_codes} * n_codes + tile_columns + 1 + std::size_t{3} * n_threads;
  return n_scores * sizeof(score) + tile_columns * sizeof(residue_code);
}

}  // namespace

void align_exons(diagonal_layout layout, const literal_launch& launch, std::uint32_t n_threads, cudaStream_t on) {
  const std::size_t shared = shared_bytes(launch.n_codes, n_threads);
  switch (layout) {
    case diagonal_layout::conventional:
      align_exons_of<diagonal_layout::conventional><<<launch.n_blocks, n_threads, shared, on>>>(launch);
      break;
    case diagonal_layout::left_aligned:
      align_exons_of<diagonal_layout::left_aligned><<<launch.n_blocks, n_threads, shared, on>>>(launch);
      break;
    case diagonal_layout::right_aligned:
      align_exons_of<diagonal_layout::right_aligned><<<launch.n_blocks, n_threads, shared, on>>>(launch);
      break;
  }
  check(cudaGetLastError(), "a launch");
}

}  // namespace exonweave::gpu

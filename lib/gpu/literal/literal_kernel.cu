#include "gpu/cuda_call.cuh"
#include "gpu/literal/literal_kernel.cuh"

namespace exonweave::gpu {
namespace {

using spliced::residue_code;
using spliced::score;

constexpr score unreachable = spliced::unreachable;

// One exon in one tile of columns. All members are the same for all threads of the block.
struct exon_tile {
  const literal_problem& of;
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
  residue_code* symbols;      // shared memory, [n] the target's symbol of each column but column 0

  __device__ score left_of(std::uint32_t row) const { return first > 0 ? left[row] : unreachable; }
};

// Phase 1, and the tile's part of the target.
__device__ void gather_entry(const exon_tile& tile, const literal_task& task) {
  for (std::uint32_t x = threadIdx.x; x <= tile.n; x += blockDim.x) {
    score best = unreachable;
    if (tile.first + x > 0)
#pragma unroll 8  // as many loads are under way at a time
      for (std::uint32_t i = task.first_input; i < task.last_input; ++i) {
        const literal_input input = tile.of.inputs[i];
        const std::size_t at = std::size_t{input.task} * tile.of.n_columns + tile.first + x - 1;
        best = max(best, tile.of.rows[at] + input.weight);
      }
    tile.top[x] = best;
  }
  for (std::uint32_t x = threadIdx.x; x < tile.n; x += blockDim.x)
    if (tile.first + x > 0) tile.symbols[x] = tile.of.target[tile.first + x - 1];
}

// What lies around a cell that was computed one or two diagonals before.
template <diagonal_layout kLayout>
struct neighbours {
  const exon_tile& tile;
  std::uint32_t d;

  // Where the cell of `row` on a diagonal lies.
  __device__ score* at(std::uint32_t diagonal, std::uint32_t row) const {
    if constexpr (kLayout == diagonal_layout::conventional)
      return tile.cells + std::size_t{row} * tile.n + (diagonal - row);
    std::uint32_t index = row;
    if constexpr (kLayout == diagonal_layout::left_aligned) index -= first_row(diagonal);
    return tile.diagonals + diagonal % 3 * blockDim.x + index;
  }
  // The first row of the piece that has a cell on a diagonal.
  __device__ std::uint32_t first_row(std::uint32_t diagonal) const {
    return diagonal < tile.n ? 0 : diagonal - (tile.n - 1);
  }
  __device__ score left(std::uint32_t row) const { return *at(d - 1, row); }
  __device__ score up(std::uint32_t row) const { return *at(d - 1, row - 1); }
  __device__ score diagonal(std::uint32_t row) const { return *at(d - 2, row - 1); }
};

// Phase 2, rows [first_row, first_row + n_rows) of the exon; `top` is the row above, and becomes the last of these.
template <diagonal_layout kLayout>
__device__ void sweep_piece(const exon_tile& tile, std::uint32_t first_row, std::uint32_t n_rows) {
  const score extend = tile.of.extend;
  const residue_code own_residue =
      threadIdx.x < n_rows ? tile.residues[first_row + threadIdx.x] : residue_code{0};
  score above_before = tile.top[0];  // of row 0: the row above, one column to the left
  __syncthreads();
  for (std::uint32_t d = 0; d + 1 < n_rows + tile.n; ++d) {
    const neighbours<kLayout> near{tile, d};
    std::uint32_t row = threadIdx.x;
    if constexpr (kLayout == diagonal_layout::left_aligned) row += near.first_row(d);
    const std::uint32_t x = d - row;
    if (row < n_rows && row <= d && x < tile.n) {
      const std::uint32_t i = first_row + row;
      residue_code residue = own_residue;
      if constexpr (kLayout == diagonal_layout::left_aligned) residue = tile.residues[i];
      const score left = x > 0 ? near.left(row) : tile.left_of(i);
      score up, diagonal;
      if (row == 0) {
        up = tile.top[x + 1];
        // Behind the first columns a left-aligned thread 0 goes on to other rows.
        diagonal = above_before;
        above_before = up;
      } else {
        up = near.up(row);
        diagonal = x > 0 ? near.diagonal(row) : tile.left_of(i - 1);
      }
      score best = max(up, left) - extend;
      if (tile.first + x > 0)
        best = max(best, diagonal + tile.substitution[residue * tile.of.n_codes + tile.symbols[x]]);
      *near.at(d, row) = best;
      if (row + 1 == n_rows) {
        tile.top[x + 1] = best;
        if (x == 0) tile.top[0] = tile.left_of(i);
      }
      if (x + 1 == tile.n) tile.right[i] = best;
    }
    __syncthreads();
  }
}

// Block b aligns task first + b.
template <diagonal_layout kLayout>
__global__ void align_exons_of(literal_problem of, std::uint32_t first) {
  extern __shared__ score shared[];
  const literal_task task = of.tasks[first + blockIdx.x];
  const std::uint32_t n_scores = of.n_codes * of.n_codes;
  score* const substitution = shared;
  score* const top = substitution + n_scores;
  score* const diagonals = top + tile_columns + 1;
  auto* const symbols = reinterpret_cast<residue_code*>(diagonals + 3 * blockDim.x);
  for (std::uint32_t k = threadIdx.x; k < n_scores; k += blockDim.x) substitution[k] = of.substitution[k];
  score* left = of.borders + std::size_t{blockIdx.x} * 2 * of.most_residues;
  score* right = left + of.most_residues;
  score* const cells = of.cells + std::size_t{blockIdx.x} * most_threads * tile_columns;
  score* const row = of.rows + std::size_t{first + blockIdx.x} * of.n_columns;
  for (std::uint32_t column = 0; column < of.n_columns; column += tile_columns) {
    const exon_tile tile{of,
                         of.residues + task.first_residue,
                         task.n_residues,
                         column,
                         min(tile_columns, of.n_columns - column),
                         left,
                         right,
                         substitution,
                         top,
                         diagonals,
                         cells,
                         symbols};
    gather_entry(tile, task);
    __syncthreads();
    for (std::uint32_t i = 0; i < task.n_residues; i += blockDim.x)
      sweep_piece<kLayout>(tile, i, min(blockDim.x, task.n_residues - i));
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

void align_exons(diagonal_layout layout, const literal_problem& of, std::uint32_t first, std::uint32_t last,
                 std::uint32_t n_threads, cudaStream_t on) {
  const std::uint32_t n_blocks = last - first;
  const std::size_t shared = shared_bytes(of.n_codes, n_threads);
  switch (layout) {
    case diagonal_layout::conventional:
      align_exons_of<diagonal_layout::conventional><<<n_blocks, n_threads, shared, on>>>(of, first);
      break;
    case diagonal_layout::left_aligned:
      align_exons_of<diagonal_layout::left_aligned><<<n_blocks, n_threads, shared, on>>>(of, first);
      break;
    case diagonal_layout::right_aligned:
      align_exons_of<diagonal_layout::right_aligned><<<n_blocks, n_threads, shared, on>>>(of, first);
      break;
  }
  check(cudaGetLastError(), "a launch");
}

}  // namespace exonweave::gpu

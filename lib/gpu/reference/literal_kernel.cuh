// The spliced alignment of one exon by one block of threads, as Nolasco and Moreano (2014) published it for linear
// gaps:
//
//   1  the entry row P is gathered from the last rows of all exons that may come before, some columns for each thread;
//   2  anti-diagonals, one after the other; three of them are at hand, or what their layout needs of these;
//   3  the last row is written.
//
// Blocks of several problems may be in one launch. Exons longer than a block go in pieces of as many rows as there are
// threads, targets in tiles of columns. Of a tile the right border is kept for the next one: two columns in turn.
#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>

#include "gpu/reference/literal_engine.hpp"
#include "spliced/scoring/alphabet.hpp"
#include "spliced/scoring/score.hpp"

namespace exonweave::gpu {

constexpr std::uint32_t max_threads = 1024;
constexpr std::uint32_t tile_columns = 4096;

/// A problem on the device.
struct literal_problem {
  const literal_task* tasks;
  const literal_input* inputs;
  const spliced::residue_code* residues;
  const spliced::residue_code* target;  // t_1..t_n
  spliced::score* rows;                 // [tasks][row_length] last rows; the source's is there
  std::uint32_t n_columns;              // n + 1
  std::uint32_t row_length;             // n_columns, rounded up to what is read at once
};

/// Columns of a row that a thread reads at once.
constexpr std::uint32_t read_columns = 4;

/// What a block aligns.
struct literal_block {
  std::uint32_t problem, task;
};

/// Blocks of one or several problems, none of which reads a row that another one makes. All in device memory.
struct literal_launch {
  const literal_problem* problems;
  const literal_block* blocks;
  std::uint32_t n_blocks;
  const spliced::score* substitution;  // [n_codes][n_codes]
  std::uint32_t n_codes;
  spliced::score extend;       // a gap costs as much per symbol
  spliced::score* borders;     // [n_blocks][2][max_residues]
  std::uint32_t max_residues;  // of a task
  spliced::score* cells;       // [n_blocks][max_threads][tile_columns]; conventional layout alone
};

/// Each block has `n_threads`. Throws device_failure.
void align_exons(diagonal_layout layout, const literal_launch& launch, std::uint32_t n_threads, cudaStream_t on);

}  // namespace exonweave::gpu

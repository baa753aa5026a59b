// The spliced alignment of one exon by one block of threads, as Nolasco and Moreano (2014) published it for linear gaps:
//
//   1  the entry row P is gathered from the last rows of all exons that may come before, a column for each thread;
//   2  anti-diagonals, one after the other; three of them are at hand;
//   3  the last row is written.
//
// Exons longer than a block go in pieces of as many rows as there are threads, targets in tiles of columns. Of a tile the right
// border is kept for the next one: two columns in turn.
#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>

#include "gpu/literal/diagonal_layout.hpp"
#include "gpu/literal/literal_plan.hpp"
#include "spliced/scoring/alphabet.hpp"
#include "spliced/scoring/score.hpp"

namespace exonweave::gpu {

constexpr std::uint32_t most_threads = 1024;
constexpr std::uint32_t tile_columns = 4096;

/// What all blocks of a problem share. Device memory.
struct literal_problem {
  const literal_task* tasks;
  const literal_input* inputs;
  const spliced::residue_code* residues;
  const spliced::residue_code* target;  // t_1..t_n
  const spliced::score* substitution;   // [n_codes][n_codes]
  std::uint32_t n_codes;
  std::uint32_t n_columns;      // n + 1
  spliced::score extend;        // a gap costs as much per symbol
  spliced::score* rows;         // [tasks][n_columns] last rows; the source's is there
  spliced::score* borders;      // [blocks][2][most_residues]
  std::uint32_t most_residues;  // of a task
  spliced::score* cells;        // [blocks][most_threads][tile_columns]; conventional layout alone
};

/// Launches a block of `n_threads` for each of the tasks [first, last). Throws device_failure.
void align_exons(diagonal_layout layout, const literal_problem& of, std::uint32_t first, std::uint32_t last,
                 std::uint32_t n_threads, cudaStream_t on);

}  // namespace exonweave::gpu

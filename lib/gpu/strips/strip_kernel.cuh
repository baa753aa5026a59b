// What a launch of the strip kernel gets.
#pragma once

#include <vector_types.h>

#include <cstdint>

#include "gpu/strips/strip_batch.hpp"

namespace exonweave::gpu {

/// One pair, as the device sees it. Pointers are the device's.
struct placed_pair {
  const strip_task* tasks;
  const strip_lane* lanes;
  const strip_entry* entries;
  const strip_input* inputs;
  const strip_exit* exits;
  const std::uint8_t* residues;
  const std::uint16_t* symbols;  // [n_columns]
  const uint2* gains;            // [n_dna_codes]
  std::uint32_t* rows;           // [n_rows][row_words], 0 before the launch
  std::uint32_t* sink_row;       // [n_columns]: gets the row of `sink`
  std::uint32_t n_columns = 0, row_words = 0;
  std::uint32_t sink = strip_program::no_row;
  std::uint32_t source = 0;  // the source's half at column 0
};

struct strip_launch {
  const placed_pair* pairs;
  std::uint32_t n_pairs = 0;
  const strip_turn* turns;
  std::uint32_t n_turns = 0;
  std::uint32_t* next_turn;         // a counter, 0 before the launch
  std::uint32_t extend = 0;         // what a gap's symbol costs
  std::uint32_t source_stride = 0;  // what the source's half gains with each column
};

/// Starts a launch on a stream, of as many blocks as the current device runs at once. Throws device_failure. `stream`:
/// a cudaStream_t.
void launch(const strip_launch& all, void* stream);

}  // namespace exonweave::gpu

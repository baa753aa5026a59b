// What a launch of the schedule kernel gets: programs, targets, and where results go.
#pragma once

#include <vector_types.h>

#include <cstdint>

#include "gpu/schedule/device_program.hpp"
#include "gpu/schedule/kept_rows.hpp"
#include "gpu/schedule/schedule_shape.hpp"

namespace exonweave::gpu {

/// One alignment, as the device sees it. Pointers are the device's.
struct schedule_job {
  const std::uint32_t* words;    // of the program
  const std::uint8_t* residues;  // [n_residues] codes of the program's residues
  const std::uint8_t* target;    // [n]
  std::uint32_t n = 0;
  std::uint32_t n_residues = 0;
  location sink = no_row;
  std::int32_t residue_cost = 0;
  std::int32_t origin = 0;  // a lane without drift is its score less this
  std::uint32_t* sink_row;  // [tiles][row_words()]
  std::int32_t*
      best_trail;  // max over rows and columns of S + behind + gain: an atomic maximum. Not where rows are kept.
  kept_rows_places rows;
};

/// What all jobs of a launch share.
struct schedule_batch {
  const schedule_job* jobs;
  std::uint32_t n_jobs = 0;
  std::uint32_t* next_job;            // a counter, 0 before the launch
  const std::int16_t* substitutions;  // [n_codes][n_codes] genome x target
  std::uint32_t n_codes = 0;
  uint4* homes;                      // [blocks][tiles][n_homes][row_words() / 4]
  std::uint32_t n_homes = 0;         // of the program that has most
  std::uint32_t n_profile_rows = 0;  // of the program that has most residues
  std::int32_t open = 0, extend = 0;
  std::int32_t floor = 0;    // lane; no row holds less
  bool counts_ends = false;  // before(j) and behind(j) are what gaps cost, else 0
  bool has_trails = false;   // residue_ends
  bool keeps_rows = false;   // schedule_job::rows
  std::uint32_t save_every =
      1;  // of the program's checkpoints one in so many is kept, the first one among them
  std::uint32_t lanes_per_range = 1;  // a power of two
};

/// Bytes of shared memory that a block takes.
std::size_t shared_bytes(const schedule_shape& shape, const schedule_batch& batch);
/// Blocks that the device runs at once. Throws device_failure where it has not room for one.
std::uint32_t blocks_at_once(const schedule_shape& shape, const schedule_batch& batch);
/// Starts a launch on a stream. Throws device_failure. `stream`: a cudaStream_t.
void launch(const schedule_shape& shape, const schedule_batch& batch, std::uint32_t n_blocks, void* stream);

}  // namespace exonweave::gpu

// Bounds of chains, a warp for each problem: one strand against one target (exons/sweep/bound_sweep.hpp says what is computed,
// spliced/sweep/bound_stream.hpp what is read).
//
// A lane holds C columns in the lower half of its words and C others in the upper half: of a tile of 64 C columns those from lane * C on, and
// those 32 C further right. All lanes are at one row, of which a triple is made at once; what happens at rows is alike for all lanes.
// A target of several tiles has each window of the strand swept tile by tile, with what crosses from one to the next in memory.
//
// Values are unsigned halves:
//
//   stored = base + score + e * column + e * (triples of the window so far)        rows of frames
//   stored = base + score + what the intron's length has cost up to its donor + e * column        junctions
//
// so that a gap which goes on costs nothing, in either direction, and a residue earns 2 e more than it says. No half is ever less than
// `floor` less what is taken from it at once, nor more than 65,535, so plain adds of words do not carry (bound_range in device_bounds.cpp).
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>

namespace exonweave::gpu {

struct bound_track {
  const uint4* triples;
  const std::uint32_t* events;
  const std::uint32_t* first_event;  // [windows]
  const std::int32_t* paid;          // [windows]
  std::uint32_t n_triples, n_windows;
  std::uint32_t sets;      // of `sets` in the launch: the first word of the track's
  std::uint32_t residues;  // of `residues`: likewise
  std::uint32_t n_profile_rows;
};

struct bound_problem {
  std::uint32_t track;
  std::uint32_t n;  // residues of the target
  std::uint32_t first_window, n_windows;
  std::uint64_t target;  // in `targets`
  std::uint64_t out;     // in `bounds`, its first window
  std::uint16_t base, floor, least;
};

/// What a launch and its host tell each other while it works.
struct bound_signals {
  unsigned long long cells;  // that are done
  std::uint32_t stop;        // not 0: no window is begun any more
};

struct bound_launch {
  const bound_track* tracks;
  const bound_problem* problems;
  std::uint32_t n_problems;
  std::uint32_t* next;           // which problem is begun next; 0 at first
  bound_signals* signals;
  const uint2* sets;             // 8 profile rows each
  const std::uint8_t* residues;  // [profile rows] of a track; the last one is the best of all
  const std::uint8_t* targets;
  const std::int16_t* matrix;  // [codes][32] of a target's residue
  std::uint32_t* states;       // [warps][state_words * tiles]
  std::uint64_t state_words;   // of a warp
  uint4* borders;              // [warps][window_triples]
  std::uint16_t* bounds;       // 0: less than the problem's least
  std::uint32_t window_triples;
  int open, extend, end_open, end_extend;
};

constexpr int bound_warps = 8;  // of a block

/// Words of a tile's state that a warp keeps between windows.
constexpr std::uint64_t bound_state_words(int columns_of_lane) { return (12 * columns_of_lane + 8) * 32; }

/// 4 to 8 columns of a lane, or bytes of shared memory that its blocks need.
std::size_t bound_shared_bytes(int columns_of_lane, std::uint32_t most_profile_rows);
void launch_bounds(const bound_launch& launch, int columns_of_lane, int n_blocks, std::size_t shared_bytes,
                   cudaStream_t on);

}  // namespace exonweave::gpu

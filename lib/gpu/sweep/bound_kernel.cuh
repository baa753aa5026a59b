// Bounds of chains: of each problem one strand against one target (exons/sweep/bound_sweep.hpp says what is computed,
// spliced/sweep/bound_stream.hpp what is read).
//
// A warp has a tile of 64 C columns: a lane holds C of them in the lower half of its words, those from lane * C on, and
// those 32 C further right in the upper half. All lanes are at one row, of which a triple is made at once; what happens
// at rows is alike for all lanes.
//
// A target of several tiles has as many warps, of which each goes a window or more after the one left of it and reads
// what crosses between them. Tiles are begun in their order, so the one left of a tile has been begun before it, and no
// warp waits for one that has to wait.
//
// Values are unsigned halves:
//
//   stored = base + score + e * column + e * (triples of the window so far)        rows of frames
//   stored = base + score + what the intron's length has cost up to its donor + e * column        junctions
//
// so that a gap which goes on costs nothing, in either direction, and a residue earns 2 e more than it says. No half is
// ever less than `floor` less what is taken from it at once, nor more than 65,535, so plain adds of words do not carry
// (bound_range.cpp).
//
// A row in which there is a chain has one that has no pair as yet, L, in all columns: what scores less is of no
// interest. A row without any is cleared when one comes. So base - floor need not hold more than what L may be below 0.
#pragma once

#include <cuda_runtime_api.h>

#include <compare>
#include <cstddef>
#include <cstdint>

namespace exonweave::gpu {

struct bound_track {
  const uint4* triples;
  const std::uint32_t* events;
  const std::uint32_t* first_event;  // [windows]
  const std::int32_t* paid;          // [windows]
  std::uint32_t n_triples;
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

struct bound_tile {
  std::uint32_t problem, tile;
};

/// Where a tile and the next one of its problem wait for each other; all 0 at first.
struct bound_meeting {
  std::uint32_t warp;     // that has the tile, plus 1; 0: none as yet
  std::uint32_t n_done;   // windows that it has swept
  std::uint32_t n_taken;  // of these, that the next tile needs no more
};
constexpr std::uint32_t bound_ring = 4;  // windows between them

/// What a launch and its host tell each other while it works.
struct bound_signals {
  unsigned long long cells;  // that are done
  std::uint32_t stop;        // not 0: no window is begun any more
};

struct bound_launch {
  const bound_track* tracks;
  const bound_problem* problems;
  const bound_tile* tiles;  // those of a problem one after the other
  bound_meeting* meetings;  // [tiles]
  std::uint32_t n_tiles;
  std::uint32_t* next;  // which tile is begun next; 0 at first
  bound_signals* signals;
  const uint2* sets;             // 8 profile rows each
  const std::uint8_t* residues;  // [profile rows] of a track; the last one is the best of all
  const std::uint8_t* targets;
  const std::int16_t* matrix;  // [codes][32] of a target's residue
  uint4* borders;              // [warps][bound_ring][window_triples]
  std::uint32_t* bounds;       // all 0 at first, and where it is less than the problem's least
  std::uint32_t window_triples;
  int open, extend, end_open, end_extend;
};

// Of a block, and blocks of a multiprocessor. Blocks of the next launch begin where one is done, so they are small.
constexpr int bound_warps = 4, bound_blocks = 2;

struct bound_shape {
  int columns = 0;        // of a lane, 4 to 8
  bool is_tiled = false;  // problems may have several tiles
  constexpr auto operator<=>(const bound_shape&) const = default;
};

/// Of a block.
std::size_t bound_shared_bytes(int columns_of_lane, std::uint32_t max_profile_rows);
void launch_bounds(const bound_launch& launch, bound_shape shape, int n_blocks, std::size_t shared_bytes,
                   cudaStream_t on);

}  // namespace exonweave::gpu

// The kernels of `fast`: a sweep over the strips of a band, and the walk back through its tiles.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>

namespace exonweave::gpu {

constexpr int lane_rows = 8;
constexpr int strip_rows = 32 * lane_rows;
constexpr int tile_columns = 256;

struct strip_band {
  const std::uint8_t* query = nullptr;  // codes
  const std::uint8_t* target = nullptr;
  const std::int32_t* gains = nullptr;  // gain_table
  std::int32_t m = 0;                   // residues of the query
  std::int32_t n = 0;                   // columns that are swept
  std::int32_t first_strip = 0;
  std::int32_t n_strips = 0;
  const std::int32_t* above = nullptr;  // [n] D of the row above the band; null: 0
  std::int32_t* bottom = nullptr;       // [n] D of the band's last row
  std::uint64_t* messages = nullptr;    // [2][n] what strip s reports the one below, in row s % 2
  std::int32_t* rows = nullptr;         // [n_strips][n] D of the last row of each strip; null: not kept
  std::int32_t* columns = nullptr;      // [n_strips][n / tile_columns][strip_rows]; null: not kept
  std::int32_t* next = nullptr;         // strip to be taken; 0 at first
  std::int32_t* last = nullptr;         // D(m,n), when the band has row m
};

struct path_state {
  std::int32_t i = 0;  // rows and columns that are left
  std::int32_t j = 0;
  std::int32_t n_moves = 0;
};

void sweep(const strip_band& band, cudaStream_t on);

/// Goes back until the band, or the target, is left. `state` and `moves` [m + n] are on the device.
void walk_back(const strip_band& band, path_state* state, std::uint8_t* moves, cudaStream_t on);

}  // namespace exonweave::gpu

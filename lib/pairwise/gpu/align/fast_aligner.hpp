// `fast`: strips of 256 rows, each swept by one warp right after the one above it; moves are found again in tiles
// along the path.
//
//   columns   1..256    257..512   ...
//   strip 0   tile      tile             a lane has 8 rows, and is a column after the lane above
//   strip 1   tile      tile             kept: D of the last row of each strip, and of the last column of each tile
//   ...
//
// What is kept takes two numbers for each row and tile, and column and strip. Where the device has no room for that, or
// a launch would take long, strips are swept in bands, of which the last rows alone are kept at first.
#pragma once

#include <cstddef>
#include <limits>
#include <memory>
#include <vector>

#include "pairwise/align/align_engine.hpp"
#include "pairwise/engine/pairwise_engine.hpp"

namespace exonweave::gpu {

/// Some of a cell is kept for a path (docs/benchmarks/log/align.md), and of a column without one.
inline constexpr pairwise_engine fast_aligner_facts{.command = "align",
                                                    .name = "fast",
                                                    .is_of_gpu = true,
                                                    .is_automatic = true,
                                                    .needs_linear_gaps = true,
                                                    .path_cell_bytes = 0.04,
                                                    .column_bytes = 16};

struct fast_limits {
  std::size_t max_strips = std::numeric_limits<std::size_t>::max();  // in a band
};

/// Throws device_failure where one of the devices cannot be used.
std::unique_ptr<align_engine> make_fast_aligner(const std::vector<int>& devices, const fast_limits& limits = {});

}  // namespace exonweave::gpu

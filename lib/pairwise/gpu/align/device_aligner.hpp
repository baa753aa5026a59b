// What the engines of `align` on GPUs have in common: which pairs they take, and on which of several devices each is
// aligned.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <vector>

#include "pairwise/align/align_engine.hpp"
#include "pairwise/engine/pairwise_engine.hpp"

namespace exonweave::gpu {

/// Two thirds of what is free: others use the device as well.
std::uint64_t usable_bytes(int device);

/// One way to align a pair on the current device; both sequences have residues.
struct pair_method {
  const pairwise_engine& facts;
  std::function<std::uint64_t(const align_request&)> requested_bytes;  // of the device, at most
  // With so many bytes of the device: as many as it wants, or all that an idle device has.
  std::function<global_alignment(const align_request&, std::uint64_t bytes)> align;
};

/// On the devices, of which there is one at least. Throws device_failure where one of them cannot be used.
std::unique_ptr<align_engine> make_device_aligner(const std::vector<int>& devices, pair_method method);

// `batch`: many short pairs side by side, a warp of a GPU for each, with linear or affine gaps. What is too long for
// that the CPU aligns, as `simd` does, while GPUs work on the others.

/// Devices have room for thousands of pairs of so many cells. A cell of a path takes about two bytes, since strips are
/// not full and buffers have some in reserve.
inline constexpr pairwise_engine batch_aligner_facts{.command = "align",
                                                     .name = "batch",
                                                     .is_of_gpu = true,
                                                     .is_automatic = true,
                                                     .max_cells = std::uint64_t{1} << 24,
                                                     .batch = {.max_pairs = 4'096, .max_cells = 400'000'000},
                                                     .path_cell_bytes = 2,
                                                     .rates = {{2e5, 0, 1.45, 0, 3.6, 0}}};

/// Throws device_failure where one of the devices cannot be used.
std::unique_ptr<align_engine> make_batch_aligner(const std::vector<int>& devices);

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

/// Some of a cell is kept for a path (docs/benchmarks/log/align.md), and of a column without one.
inline constexpr pairwise_engine fast_aligner_facts{.command = "align",
                                                    .name = "fast",
                                                    .is_of_gpu = true,
                                                    .is_automatic = true,
                                                    .needs_linear_gaps = true,
                                                    .path_cell_bytes = 0.04,
                                                    .column_bytes = 16,
                                                    .rates = {{7.72e8, 0, 0.6354, 1.339e5, 0.7, 0}}};

struct fast_limits {
  std::size_t max_strips = std::numeric_limits<std::size_t>::max();  // in a band
};

/// Throws device_failure where one of the devices cannot be used.
std::unique_ptr<align_engine> make_fast_aligner(const std::vector<int>& devices, const fast_limits& limits = {});

}  // namespace exonweave::gpu

// `batch`: many short pairs side by side, a warp of a GPU for each, with linear or affine gaps. What is too long for
// that the CPU aligns, as `simd` does, while GPUs work on the others.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "pairwise/align/align_engine.hpp"
#include "pairwise/engine/pairwise_engine.hpp"

namespace exonweave::gpu {

/// Devices have room for thousands of pairs of so many cells. A cell of a path takes about two bytes, since strips are
/// not full and buffers have some in reserve.
inline constexpr pairwise_engine batch_aligner_facts{.command = "align",
                                                     .name = "batch",
                                                     .is_of_gpu = true,
                                                     .is_automatic = true,
                                                     .max_cells = std::uint64_t{1} << 24,
                                                     .batch = {.max_pairs = 4'096, .max_cells = 400'000'000},
                                                     .path_cell_bytes = 2};

/// Throws device_failure where one of the devices cannot be used.
std::unique_ptr<align_engine> make_batch_aligner(const std::vector<int>& devices);

}  // namespace exonweave::gpu

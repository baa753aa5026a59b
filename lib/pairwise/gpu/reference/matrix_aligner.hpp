// `iterative` and `cooperative`: Needleman-Wunsch by anti-diagonals, after Kurt et al.; all cells of one at once, one
// after the other. Of all cells two bits are kept, their moves, anti-diagonal by anti-diagonal. The matrix is cut into
// submatrices of about equal size, some anti-diagonals each; while one is computed, the one before goes to the host,
// where the path is walked back.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "pairwise/align/align_engine.hpp"
#include "pairwise/engine/pairwise_engine.hpp"

namespace exonweave::gpu {

/// iterative: a launch for each anti-diagonal; cooperative: one for each submatrix, whose blocks wait for each other.
enum class diagonal_launch { iterative, cooperative };

inline constexpr pairwise_engine iterative_aligner{.command = "align",
                                                   .name = "iterative",
                                                   .is_of_gpu = true,
                                                   .needs_linear_gaps = true,
                                                   .rates = {{5.702e10, 0, 52.09, 7.01e5, 54.49, 0}}};
inline constexpr pairwise_engine cooperative_aligner{.command = "align",
                                                     .name = "cooperative",
                                                     .is_of_gpu = true,
                                                     .needs_linear_gaps = true,
                                                     .rates = {{2.084e10, 0, 25.5, 4.315e5, 31.73, 0}}};

struct matrix_limits {
  std::size_t submatrix_words = std::size_t{1} << 23;  // of 32 bits, about
};

/// Needs n_cells() / 4 bytes of a request's memory for a path: throws memory_exceeded beyond. Throws device_failure
/// where one of the devices cannot be used.
std::unique_ptr<align_engine> make_matrix_aligner(const std::vector<int>& devices, diagonal_launch launch,
                                                  const matrix_limits& limits = {});

}  // namespace exonweave::gpu

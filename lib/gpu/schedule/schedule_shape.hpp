// How rows are spread over the lanes of warps.
#pragma once

#include <cstdint>

namespace exonweave::gpu {

/// Warps of a block, at most.
constexpr int most_tiles(bool is_narrow) { return is_narrow ? 12 : 14; }

/// A launch: as many warps in a block as tiles, each tile 32 * n_words words of each row.
struct schedule_shape {
  std::uint32_t n_words = 8;  // of a lane: 2, or 4 to 8; in 32 bits 8
  std::uint32_t n_tiles = 1;
  bool is_narrow = true, is_affine = true;

  [[nodiscard]] constexpr std::uint32_t columns_of_tile() const { return 32 * n_words * (is_narrow ? 2 : 1); }
  /// Words of a lane in a profile's row: 8 bits for a column in narrow lanes, 16 in wide ones.
  [[nodiscard]] constexpr std::uint32_t profile_words() const { return (n_words + 1) / 2; }
  /// Words of a row at home in one tile, both planes: in pieces of four words of a lane.
  [[nodiscard]] constexpr std::uint32_t row_words() const {
    return 32 * ((n_words * (is_affine ? 2 : 1) + 3) / 4 * 4);
  }
  /// Where a word of a lane lies in a tile's row: those of S come first, then those of F.
  [[nodiscard]] static constexpr std::uint32_t word_at(std::uint32_t lane, std::uint32_t word) {
    return (word / 4 * 32 + lane) * 4 + word % 4;
  }
};

}  // namespace exonweave::gpu

// How a row lies in vectors: striped (Farrar 2007), in tiles of columns. Lane l of a tile holds columns l * segments to
// (l + 1) * segments - 1 of it, so a vector holds columns that are `segments` apart, and the column to the left of a
// vector's is in the vector before. Columns 0..7, two lanes, two segments, two tiles:
//
//   tile 0: vector 0 = [0, 2], vector 1 = [1, 3]        tile 1: vector 0 = [4, 6], vector 1 = [5, 7]
//
// A tile holds all slots, each with its planes one after the other: S, then F. Columns after the last are computed
// too; they score no more than real ones.
#pragma once

#include <cstddef>

namespace exonweave::spliced {

struct tile_layout {
  std::size_t lanes = 1;     // of a vector
  std::size_t segments = 1;  // vectors of a plane in a tile
  std::size_t n_tiles = 1;
  std::size_t n_planes = 1;  // 2 with affine gaps

  static constexpr std::size_t max_segments = 32;

  /// Tiles as equal as can be, none wider than so many segments.
  static tile_layout of(std::size_t n_columns, std::size_t lanes, bool has_vertical, std::size_t most = max_segments) {
    const std::size_t n_vectors = (n_columns + lanes - 1) / lanes;
    const std::size_t n_tiles = (n_vectors + most - 1) / most;
    return {lanes, (n_vectors + n_tiles - 1) / n_tiles, n_tiles, has_vertical ? std::size_t{2} : std::size_t{1}};
  }

  [[nodiscard]] std::size_t plane() const { return segments * lanes; }  // elements, and columns of a tile
  [[nodiscard]] std::size_t row() const { return n_planes * plane(); }  // elements of a row in one tile
  [[nodiscard]] std::size_t tile_of(std::size_t column) const { return column / plane(); }
  [[nodiscard]] std::size_t lane_of(std::size_t column) const { return column % plane() / segments; }
  /// Of a column within its tile's plane.
  [[nodiscard]] std::size_t index_of(std::size_t column) const {
    const std::size_t within = column % plane();
    return within % segments * lanes + within / segments;
  }
};

}  // namespace exonweave::spliced

// How a row lies in memory for strips: its columns as they are, between margins that a strip may touch.
//
//   margin | columns 0..n | more than `lanes` elements
//
// A strip (strip_kernel-inl.hpp) computes anti-diagonals of `lanes` rows, so its first and last steps lie partly left
// of column 0 and right of column n: what they read and write there means nothing.
#pragma once

#include <cstddef>

namespace exonweave::spliced {

struct strip_layout {
  std::size_t lanes = 1;
  std::size_t n_columns = 1;
  std::size_t n_planes = 1;  // 2 with affine gaps: S, then F

  [[nodiscard]] std::size_t margin() const { return lanes; }
  /// Elements of a plane, a multiple of `lanes`.
  [[nodiscard]] std::size_t plane() const { return margin() + (n_columns / lanes + 2) * lanes; }
  [[nodiscard]] std::size_t row() const { return n_planes * plane(); }  // elements
};

}  // namespace exonweave::spliced

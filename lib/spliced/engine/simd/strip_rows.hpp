// Rows of a strip machine: its slots, and those of a block kept aside.
//
// A slot lies as strip_layout says. Rows of a run that are kept stay as strips leave them, skewed: step d of a strip of
// r rows writes r lanes, of which lane i is column d - i of row i. Three rows, columns 0..3:
//
//   d        0      1      2      3      4      5
//         [0 . .][1 0 .][2 1 0][3 2 1][. 3 2][. . 3]
#pragma once

#include <hwy/aligned_allocator.h>

#include <cstddef>
#include <cstdint>
#include <new>
#include <vector>

#include "spliced/engine/row_machine.hpp"
#include "spliced/engine/simd/lane_values.hpp"

namespace exonweave::spliced {

// How a row lies in memory for strips: its columns as they are, between margins that a strip may touch.
//
//   margin | columns 0..n | more than `lanes` elements
//
// A strip (strip_kernel-inl.hpp) computes anti-diagonals of `lanes` rows, so its first and last steps lie partly left
// of column 0 and right of column n: what they read and write there means nothing.

struct strip_layout {
  std::size_t lanes = 1;
  std::size_t n_columns = 1;
  std::size_t n_planes = 1;  // 2 with affine gaps: S, then F

  [[nodiscard]] std::size_t margin() const { return lanes; }
  /// Elements of a plane, a multiple of `lanes`.
  [[nodiscard]] std::size_t plane() const { return margin() + (n_columns / lanes + 2) * lanes; }
  [[nodiscard]] std::size_t row() const { return n_planes * plane(); }  // elements
};

class strip_rows : public kept_rows {
 public:
  /// `offset`: what a lane gains per column, and inside a strip per row.
  strip_rows(const strip_layout& layout, const lane_values& values, score offset, std::size_t n_rows)
      : layout_(layout),
        values_(values),
        offset_(offset),
        places_(n_rows),
        lanes_(hwy::AllocateAligned<std::int16_t>(n_rows * layout.row())) {
    if (!lanes_) throw std::bad_alloc();
    for (std::size_t index = 0; index < n_rows; ++index)
      places_[index] = {index * layout.row() + layout.margin(), 1, layout.plane(), 0};
  }

  /// All elements.
  void fill(std::int16_t lane) { std::fill_n(lanes_.get(), places_.size() * layout_.row(), lane); }
  /// The margin of a row's first plane.
  [[nodiscard]] std::int16_t* row(std::size_t index) { return lanes_.get() + index * layout_.row(); }
  [[nodiscard]] const std::int16_t* row(std::size_t index) const { return lanes_.get() + index * layout_.row(); }
  /// Column 0 of its first plane.
  [[nodiscard]] std::int16_t* columns(std::size_t index) { return row(index) + layout_.margin(); }

  /// `n` rows from `index` on are a strip, skewed: where its steps write S; F lies n * plane after. `n_above`: rows of
  /// which it still has the offset.
  std::int16_t* add_strip(std::size_t index, std::size_t n, std::size_t n_above) {
    for (std::size_t i = 0; i < n; ++i)
      places_[index + i] = {index * layout_.row() + i * n + i, n, n * layout_.plane(),
                            offset_ * static_cast<score>(n_above + i + 1)};
    return row(index);
  }

  [[nodiscard]] row_cell cell(std::size_t index, std::size_t column) const override {
    return {score_at(index, column, 0),
            layout_.n_planes == 2 ? score_at(index, column, places_[index].plane) : unreachable};
  }
  void decode(std::size_t index, std::span<score> S, std::span<score> F) const override {
    for (std::size_t j = 0; j < S.size(); ++j) S[j] = score_at(index, j, 0);
    for (std::size_t j = 0; j < F.size(); ++j) F[j] = score_at(index, j, places_[index].plane);
  }
  /// All columns of a row that is no strip's.
  void encode(std::size_t index, std::span<const score> S, std::span<const score> F) {
    const auto lane_of = [&](score value, std::size_t j) {
      return static_cast<std::int16_t>(values_.template raised<std::int16_t>(value) + offset_ * static_cast<score>(j));
    };
    std::int16_t* const lanes = columns(index);
    for (std::size_t j = 0; j < S.size(); ++j) lanes[j] = lane_of(S[j], j);
    for (std::size_t j = 0; j < F.size(); ++j) lanes[layout_.plane() + j] = lane_of(F[j], j);
  }

 private:
  // Where a row lies: elements.
  struct place {
    std::size_t first = 0;   // column 0
    std::size_t stride = 1;  // from a column to the next
    std::size_t plane = 0;   // from S to F
    score lost = 0;          // offset of rows
  };

  [[nodiscard]] score score_at(std::size_t index, std::size_t column, std::size_t plane) const {
    const place& position = places_[index];
    return lanes_[position.first + column * position.stride + plane] + values_.origin -
           offset_ * static_cast<score>(column) - position.lost;
  }

  strip_layout layout_;
  lane_values values_;
  score offset_;
  std::vector<place> places_;
  hwy::AlignedFreeUniquePtr<std::int16_t[]> lanes_;
};

}  // namespace exonweave::spliced

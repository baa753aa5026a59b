// What machines of rows read of a target next to rows: substitution scores, and what it costs to leave the target's
// ends out.
#pragma once

#include <hwy/aligned_allocator.h>

#include <algorithm>
#include <new>
#include <span>

#include "spliced/engine/row_machine.hpp"
#include "spliced/engine/simd/lane_values.hpp"
#include "spliced/engine/simd/tile_layout.hpp"

namespace exonweave::spliced {

// Rows of a tile machine kept aside: those of a block.

template <class T>
class tile_rows : public kept_rows {
 public:
  /// Of so many tiles, one by one [n_rows][layout.row()].
  tile_rows(const tile_layout& layout, const lane_values& values, std::size_t n_rows, std::size_t first_tile,
            std::size_t n_tiles)
      : layout_(layout),
        values_(values),
        n_rows_(n_rows),
        first_tile_(first_tile),
        lanes_(hwy::AllocateAligned<T>(n_rows * layout.row() * n_tiles)) {
    if (!lanes_) throw std::bad_alloc();
  }

  [[nodiscard]] T* row(std::size_t tile, std::size_t index) {
    return lanes_.get() + ((tile - first_tile_) * n_rows_ + index) * layout_.row();
  }
  [[nodiscard]] const T* row(std::size_t tile, std::size_t index) const {
    return lanes_.get() + ((tile - first_tile_) * n_rows_ + index) * layout_.row();
  }

  [[nodiscard]] row_cell cell(std::size_t index, std::size_t column) const override {
    const T* lane = row(layout_.tile_of(column), index) + layout_.index_of(column);
    return {score_of(lane[0]), layout_.n_planes == 2 ? score_of(lane[layout_.plane()]) : unreachable};
  }
  /// Where the first tile is kept.
  void decode(std::size_t index, std::span<score> S, std::span<score> F) const override {
    decode_plane(index, 0, S);
    if (!F.empty()) decode_plane(index, layout_.plane(), F);
  }
  /// All columns of the target; those after them hold nothing.
  void encode(std::size_t index, std::span<const score> S, std::span<const score> F) {
    encode_plane(index, 0, S);
    if (!F.empty()) encode_plane(index, layout_.plane(), F);
  }

 private:
  [[nodiscard]] score score_of(T lane) const { return static_cast<score>(lane) + values_.origin; }

  void decode_plane(std::size_t index, std::size_t plane_at, std::span<score> scores) const {
    std::size_t column = 0;
    for (std::size_t tile = 0; tile < layout_.n_tiles && column < scores.size(); ++tile) {
      const T* plane = row(tile, index) + plane_at;
      for (std::size_t lane = 0; lane < layout_.lanes; ++lane)
        for (std::size_t k = 0; k < layout_.segments && column < scores.size(); ++k)
          scores[column++] = score_of(plane[k * layout_.lanes + lane]);
    }
  }

  void encode_plane(std::size_t index, std::size_t plane_at, std::span<const score> scores) {
    std::size_t column = 0;
    for (std::size_t tile = 0; tile < layout_.n_tiles; ++tile) {
      T* const plane = row(tile, index) + plane_at;
      for (std::size_t lane = 0; lane < layout_.lanes; ++lane)
        for (std::size_t k = 0; k < layout_.segments; ++k, ++column)
          plane[k * layout_.lanes + lane] =
              column < scores.size() ? values_.template raised<T>(scores[column]) : static_cast<T>(values_.low);
    }
  }

  tile_layout layout_;
  lane_values values_;
  std::size_t n_rows_;
  std::size_t first_tile_;
  hwy::AlignedFreeUniquePtr<T[]> lanes_;
};

template <class T>
class target_rows {
 public:
  /// Column 0 has so many places before it that no column stands for. `is_reversed`: from the target's end.
  target_rows(const problem& p, const tile_layout& layout, const lane_values& values, std::size_t n_before = 0,
              bool is_reversed = false)
      : layout_{layout.lanes, layout.segments, layout.n_tiles, 1},
        values_(values),
        n_before_(n_before),
        is_reversed_(is_reversed),
        profile_(layout_, values, p.substitution->n_codes(), 0, layout.n_tiles),
        ends_(layout_, values, 3, 0, layout.n_tiles) {
    for (std::size_t tile = 0; tile < layout.n_tiles; ++tile) {
      for (std::size_t code = 0; code < p.substitution->n_codes(); ++code) fill_profile(p, tile, code);
      fill_ends(p, tile);
    }
  }

  /// d(code, t_j) of a tile's columns, [plane].
  [[nodiscard]] const T* profile(std::size_t tile, residue_code code) const { return profile_.row(tile, code); }
  /// before(j), after(j), and before(j) as a lane.
  [[nodiscard]] const T* before(std::size_t tile) const { return ends_.row(tile, 0); }
  [[nodiscard]] const T* after(std::size_t tile) const { return ends_.row(tile, 1); }
  [[nodiscard]] const T* source(std::size_t tile) const { return ends_.row(tile, 2); }

 private:
  // Columns of a tile that are real, each with its place in a plane.
  template <class Visit>
  void for_real_columns(const problem& p, std::size_t tile, const Visit& visit) {
    std::size_t place = tile * layout_.plane();
    for (std::size_t lane = 0; lane < layout_.lanes; ++lane)
      for (std::size_t segment = 0; segment < layout_.segments; ++segment, ++place)
        if (place >= n_before_ && place <= n_before_ + p.target.size())
          visit(place - n_before_, segment * layout_.lanes + lane);
  }

  void fill_profile(const problem& p, std::size_t tile, std::size_t code) {
    constexpr score dead = sizeof(T) == 2 ? -700 : -score_limit;  // columns that no symbol stands for
    T* const row = profile_.row(tile, code);
    std::fill_n(row, layout_.plane(), static_cast<T>(dead));
    for_real_columns(p, tile, [&](std::size_t column, std::size_t place) {
      if (column == 0) return;
      const residue_code symbol = p.target[is_reversed_ ? p.target.size() - column : column - 1];
      row[place] = static_cast<T>((*p.substitution)(static_cast<residue_code>(code), symbol));
    });
  }

  void fill_ends(const problem& p, std::size_t tile) {
    T* const before = ends_.row(tile, 0);
    T* const after = ends_.row(tile, 1);
    T* const source = ends_.row(tile, 2);
    std::fill_n(before, layout_.plane(), lane_weight<T>(unreachable));
    std::fill_n(after, layout_.plane(), lane_weight<T>(unreachable));
    std::fill_n(source, layout_.plane(), values_.template raised<T>(unreachable));
    for_real_columns(p, tile, [&](std::size_t column, std::size_t place) {
      before[place] = lane_weight<T>(p.before(column));
      after[place] = lane_weight<T>(p.after(column));
      source[place] = values_.template raised<T>(p.before(column));
    });
  }

  tile_layout layout_;  // with one plane
  lane_values values_;
  std::size_t n_before_;
  bool is_reversed_;
  tile_rows<T> profile_;  // per residue code
  tile_rows<T> ends_;     // before(j), after(j), the source's row
};

}  // namespace exonweave::spliced

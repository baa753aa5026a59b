// What a tile machine reads of a target beside rows: substitution scores, and what it costs to leave the target's ends out.
#pragma once

#include <algorithm>

#include "spliced/engine/simd/tile_rows.hpp"

namespace exonweave::spliced {

template <class T>
class target_rows {
 public:
  target_rows(const problem& p, const tile_layout& layout, const lane_values& values)
      : layout_(layout),
        values_(values),
        profile_(layout, values, p.substitution->n_codes()),
        ends_(layout, values, 3) {
    for (std::size_t tile = 0; tile < layout.n_tiles; ++tile) {
      for (std::size_t code = 0; code < p.substitution->n_codes(); ++code) fill_profile(p, tile, code);
      fill_ends(p, tile);
    }
  }

  /// d(code, t_j) of a tile's columns, its first plane.
  [[nodiscard]] const T* profile(std::size_t tile, residue_code code) const {
    return profile_.row(tile, code);
  }
  /// before(j), behind(j), and before(j) as a lane.
  [[nodiscard]] const T* before(std::size_t tile) const { return ends_.row(tile, 0); }
  [[nodiscard]] const T* behind(std::size_t tile) const { return ends_.row(tile, 1); }
  [[nodiscard]] const T* source(std::size_t tile) const { return ends_.row(tile, 2); }

 private:
  void fill_profile(const problem& p, std::size_t tile, std::size_t code) {
    constexpr score dead = sizeof(T) == 2 ? -700 : -score_limit;  // columns that no symbol stands for
    T* const row = profile_.row(tile, code);
    std::fill_n(row, layout_.plane(), static_cast<T>(dead));
    for (std::size_t c = 0; c < layout_.plane(); ++c) {
      const std::size_t column = tile * layout_.plane() + c;
      if (column >= 1 && column <= p.target.size())
        row[layout_.index_of(c)] =
            static_cast<T>((*p.substitution)(static_cast<residue_code>(code), p.target[column - 1]));
    }
  }

  void fill_ends(const problem& p, std::size_t tile) {
    for (std::size_t c = 0; c < layout_.plane(); ++c) {
      const std::size_t column = tile * layout_.plane() + c, at = layout_.index_of(c);
      const bool is_real = column <= p.target.size();
      const score before = is_real ? p.before(column) : unreachable;
      ends_.row(tile, 0)[at] = lane_weight<T>(before);
      ends_.row(tile, 1)[at] = lane_weight<T>(is_real ? p.behind(column) : unreachable);
      ends_.row(tile, 2)[at] = values_.template raised<T>(before);
    }
  }

  tile_layout layout_;
  lane_values values_;
  tile_rows<T> profile_;  // per residue code
  tile_rows<T> ends_;     // before(j), behind(j), the source's row
};

}  // namespace exonweave::spliced

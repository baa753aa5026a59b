// Some columns of a block's rows kept aside, where a traceback goes: of each vector only the lanes that hold them.
#pragma once

#include <algorithm>
#include <cstring>
#include <optional>
#include <vector>

#include "spliced/engine/row_machine.hpp"
#include "spliced/engine/simd/lane_values.hpp"
#include "spliced/engine/simd/tile_layout.hpp"

namespace exonweave::spliced {

/// Columns by lanes: of one tile, or of two side by side, `n_lanes` lanes each.
struct lane_window {
  std::size_t n_lanes = 4;
  std::size_t first_tile = 0, last_tile = 0;
  std::size_t first_lane = 0;  // of the first tile; of the second one it is 0

  /// Nothing where more than half of the lanes would be kept.
  static std::optional<lane_window> of(const tile_layout& layout, column_window columns) {
    lane_window made;
    made.first_tile = layout.tile_of(columns.first);
    made.last_tile = layout.tile_of(columns.last - 1);
    if (made.last_tile > made.first_tile + 1) return std::nullopt;
    const std::size_t first = layout.lane_of(columns.first), last = layout.lane_of(columns.last - 1) + 1;
    const bool is_one = made.first_tile == made.last_tile;
    const std::size_t requested = is_one ? last - first : std::max(layout.lanes - first, last);
    while (made.n_lanes < requested) made.n_lanes *= 2;
    if (2 * made.n_lanes > layout.lanes) return std::nullopt;
    made.first_lane = std::min(first, layout.lanes - made.n_lanes);
    return made;
  }

  [[nodiscard]] std::size_t n_tiles() const { return last_tile - first_tile + 1; }
  [[nodiscard]] bool has(std::size_t tile) const { return first_tile <= tile && tile <= last_tile; }
  [[nodiscard]] std::size_t first_lane_of(std::size_t tile) const { return tile == first_tile ? first_lane : 0; }
};

/// Rows, [rows][tiles of the window][planes][segments][lanes of the window].
template <class T>
class window_rows : public kept_rows {
 public:
  window_rows(const tile_layout& layout, const lane_values& values, const lane_window& window, std::size_t n_rows)
      : layout_(layout), values_(values), window_(window), lanes_(n_rows * window.n_tiles() * part()) {}

  /// A tile's part of a row; `src` is that row in the tile.
  void copy(std::size_t index, std::size_t tile, const T* src) {
    T* const dst = lanes_.data() + (index * window_.n_tiles() + tile - window_.first_tile) * part();
    src += window_.first_lane_of(tile);
    switch (window_.n_lanes) {
      case 4:
        return copy_lanes<4>(src, dst);
      case 8:
        return copy_lanes<8>(src, dst);
      default:  // half of 32 lanes
        return copy_lanes<16>(src, dst);
    }
  }

  [[nodiscard]] row_cell cell(std::size_t index, std::size_t column) const override {
    const std::size_t tile = layout_.tile_of(column), segment = column % layout_.plane() % layout_.segments;
    const T* lane = lanes_.data() + (index * window_.n_tiles() + tile - window_.first_tile) * part() +
                    segment * window_.n_lanes + layout_.lane_of(column) - window_.first_lane_of(tile);
    return {score_of(*lane), layout_.n_planes == 2 ? score_of(lane[layout_.segments * window_.n_lanes]) : unreachable};
  }
  void decode(std::size_t index, std::span<score> S, std::span<score> F) const override {
    for (std::size_t j = 0; j < S.size(); ++j) S[j] = cell(index, j).S;
    for (std::size_t j = 0; j < F.size(); ++j) F[j] = cell(index, j).F;
  }

 private:
  [[nodiscard]] score score_of(T lane) const { return static_cast<score>(lane) + values_.origin; }
  [[nodiscard]] std::size_t part() const { return layout_.n_planes * layout_.segments * window_.n_lanes; }

  template <std::size_t n>
  void copy_lanes(const T* src, T* dst) const {
    for (std::size_t k = 0; k < layout_.n_planes * layout_.segments; ++k)
      std::memcpy(dst + k * n, src + k * layout_.lanes, n * sizeof(T));
  }

  tile_layout layout_;
  lane_values values_;
  lane_window window_;
  std::vector<T> lanes_;
};

}  // namespace exonweave::spliced

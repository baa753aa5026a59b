// Rows of a tile machine kept aside: those of a block.
#pragma once

#include <hwy/aligned_allocator.h>

#include <new>
#include <span>

#include "spliced/engine/row_machine.hpp"
#include "spliced/engine/simd/lane_values.hpp"
#include "spliced/engine/simd/tile_layout.hpp"

namespace exonweave::spliced {

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

}  // namespace exonweave::spliced

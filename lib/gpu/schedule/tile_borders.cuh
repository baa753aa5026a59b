// What a tile tells the one to its right. Both are warps of one block that run the same program, so the n-th border that one
// puts is the n-th that the other takes: a ring in shared memory, and how much of it has been told and taken back. All that two
// warps share is read and written atomically; a border is whole before it is told of.
#pragma once

#include "gpu/schedule/lanes.cuh"

namespace exonweave::gpu {

/// Of a row, in the coordinates of the tile that takes it.
struct border {
  int last;  // S of the last column
  int gap;   // the largest M so far: what E of the next column comes from
};

class tile_borders {
  using packed_border = unsigned long long;

 public:
  static constexpr std::uint32_t ring_size = 64;  // borders

  /// Bytes of shared memory for all tiles of a block.
  static constexpr std::size_t bytes_for(std::size_t n_tiles) {
    return n_tiles * (ring_size * sizeof(packed_border) + 2 * sizeof(unsigned));
  }

  EXONWEAVE_DEVICE tile_borders(unsigned char* shared, int tile, int n_tiles, int lane)
      : is_first_(tile == 0), is_last_(tile + 1 == n_tiles), lane_(lane) {
    packed_border* const rings = reinterpret_cast<packed_border*>(shared);
    unsigned* const told = reinterpret_cast<unsigned*>(rings + n_tiles * ring_size);
    unsigned* const taken = told + n_tiles;
    const int left = is_first_ ? tile : tile - 1, right = is_last_ ? tile : tile + 1;
    to_right_ = rings + tile * ring_size;
    from_left_ = rings + left * ring_size;
    told_right_ = told + tile;
    told_left_ = told + left;
    taken_left_ = taken + tile;
    taken_right_ = taken + right;
  }

  /// Before any tile of the block takes or puts.
  EXONWEAVE_DEVICE void begin() const {
    if (lane_ == 0) {
      atomicExch(told_right_, 0);
      atomicExch(taken_left_, 0);
    }
    __syncthreads();
  }

  /// Of the tile to the left; `none` in the first one.
  EXONWEAVE_DEVICE border take(border none) {
    if (is_first_) return none;
    if (n_taken_ == held_end_) hold_more();
    const int holder = static_cast<int>(n_taken_++ - held_begin_);
    return {__shfl_sync(all_lanes, held_.last, holder), __shfl_sync(all_lanes, held_.gap, holder)};
  }

  /// What the last lane has.
  EXONWEAVE_DEVICE void put(border made) {
    if (is_last_) return;
    while (n_put_ >= n_free_) {
      n_free_ = look(taken_right_) + ring_size;
      if (n_put_ >= n_free_) tell();
    }
    if (lane_ == warp_size - 1)
      atomicExch(to_right_ + n_put_ % ring_size, static_cast<packed_border>(static_cast<unsigned>(made.gap))
                                                         << 32 |
                                                     static_cast<unsigned>(made.last));
    ++n_put_;
  }

  /// Behind each op: tells the neighbours, if there is enough to tell.
  EXONWEAVE_DEVICE void end_op(bool all = false) {
    if (!is_last_ && (all || n_put_ / part != n_told_right_ / part)) {
      tell();
      n_told_right_ = n_put_;
    }
    if (!is_first_ && (all || n_taken_ / part != n_taken_back_ / part)) {
      if (lane_ == 0) atomicExch(taken_left_, n_taken_);
      n_taken_back_ = n_taken_;
    }
  }

 private:
  static constexpr std::uint32_t part = 16;  // of a ring, told at once

  EXONWEAVE_DEVICE unsigned look(unsigned* at) const {
    unsigned seen = 0;
    if (lane_ == 0) seen = atomicAdd(at, 0);
    return __shfl_sync(all_lanes, seen, 0);
  }

  EXONWEAVE_DEVICE void tell() const {
    if (lane_ == warp_size - 1) {
      __threadfence_block();
      atomicExch(told_right_, n_put_);
    }
  }

  // All that has been told, each border in a lane.
  EXONWEAVE_DEVICE void hold_more() {
    unsigned n_told = n_taken_;
    while (n_told == n_taken_) n_told = look(told_left_);
    __threadfence_block();
    held_begin_ = n_taken_;
    held_end_ = min(n_told, n_taken_ + warp_size);
    const unsigned mine = n_taken_ + static_cast<unsigned>(lane_);
    if (mine < held_end_) {
      const packed_border seen = atomicAdd(from_left_ + mine % ring_size, 0ull);
      held_ = {static_cast<int>(static_cast<unsigned>(seen)),
               static_cast<int>(static_cast<unsigned>(seen >> 32))};
    }
    __syncwarp();
  }

  bool is_first_, is_last_;
  int lane_;
  packed_border *to_right_, *from_left_;
  unsigned *told_right_, *told_left_, *taken_left_, *taken_right_;
  border held_{};  // one of those from the left
  std::uint32_t n_taken_ = 0, held_begin_ = 0, held_end_ = 0, n_taken_back_ = 0;
  std::uint32_t n_put_ = 0, n_free_ = ring_size, n_told_right_ = 0;  // to the right
};

}  // namespace exonweave::gpu

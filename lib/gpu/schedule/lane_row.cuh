// A row of a tile in the registers of a warp, and how it lies in memory.
//
// Lane l holds the columns from l * kWords * columns_per_word on. In memory its words, S then F, lie in pieces of four, the
// pieces of all lanes side by side: two words of S and F, and lanes a and b,
//
//   piece 0:  aS0 aS1 aF0 aF1  bS0 bS1 bF0 bF1 ...
#pragma once

#include "gpu/schedule/lanes.cuh"

namespace exonweave::gpu {

template <class Lanes, int kWords, bool kAffine, bool kTiles>
struct lane_row {
  using word = typename Lanes::word;
  static constexpr int n_planes = kAffine ? 2 : 1;
  static constexpr int n_pieces = (n_planes * kWords + 3) / 4;
  static constexpr int lane_pieces = n_pieces * warp_size;  // of a row in one tile

  word S[kWords];
  word F[kAffine ? kWords : 1];
  int edge;  // S of the column left of the tile; with kTiles only

  EXONWEAVE_DEVICE void clear(int floor) {
#pragma unroll
    for (int c = 0; c < kWords; ++c) S[c] = Lanes::splat(floor);
    if constexpr (kAffine) {
#pragma unroll
      for (int c = 0; c < kWords; ++c) F[c] = Lanes::splat(floor);
    }
    edge = floor;
  }

  /// Up to at least so much.
  EXONWEAVE_DEVICE void raise(int least_lane) {
    const word least = Lanes::splat(min(max(least_lane, Lanes::lowest_lane), Lanes::highest_lane));
#pragma unroll
    for (int c = 0; c < kWords; ++c) S[c] = Lanes::max2(S[c], least);
    if constexpr (kAffine) {
#pragma unroll
      for (int c = 0; c < kWords; ++c) F[c] = Lanes::max2(F[c], least);
    }
  }

  /// max( this, row + weight )
  EXONWEAVE_DEVICE void let_in(const lane_row& row, int weight) {
    const word by = Lanes::splat(weight);
#pragma unroll
    for (int c = 0; c < kWords; ++c) S[c] = Lanes::add_max(row.S[c], by, S[c]);
    if constexpr (kAffine) {
#pragma unroll
      for (int c = 0; c < kWords; ++c) F[c] = Lanes::add_max(row.F[c], by, F[c]);
    }
    if constexpr (kTiles) edge = max(row.edge + weight, edge);
  }

  /// max( this, there ), and whether that is more than `there` anywhere in the warp: most of what is let in changes nothing.
  EXONWEAVE_DEVICE bool let_in_and_compare(const lane_row& there) {
    let_in(there, 0);
    word changed = 0;
#pragma unroll
    for (int c = 0; c < kWords; ++c) changed |= there.S[c] ^ S[c];
    if constexpr (kAffine) {
#pragma unroll
      for (int c = 0; c < kWords; ++c) changed |= there.F[c] ^ F[c];
    }
    if constexpr (kTiles) changed |= static_cast<word>(there.edge ^ edge);
    return __any_sync(all_lanes, changed != 0);
  }

  /// `from`: the lane's first piece. Without `edge`.
  EXONWEAVE_DEVICE void read(const uint4* from) {
#pragma unroll
    for (int p = 0; p < n_pieces; ++p) {
      const uint4 piece = from[p * warp_size];
      const unsigned four[4] = {piece.x, piece.y, piece.z, piece.w};
#pragma unroll
      for (int k = 0; k < 4; ++k) {
        const int at = 4 * p + k;
        if (at < kWords)
          S[at] = static_cast<word>(four[k]);
        else if (kAffine && at < 2 * kWords)
          F[at - kWords] = static_cast<word>(four[k]);
      }
    }
  }
  EXONWEAVE_DEVICE void write(uint4* to) const {
#pragma unroll
    for (int p = 0; p < n_pieces; ++p) {
      unsigned four[4] = {};
#pragma unroll
      for (int k = 0; k < 4; ++k) {
        const int at = 4 * p + k;
        if (at < kWords)
          four[k] = static_cast<unsigned>(S[at]);
        else if (kAffine && at < 2 * kWords)
          four[k] = static_cast<unsigned>(F[at - kWords]);
      }
      to[p * warp_size] = make_uint4(four[0], four[1], four[2], four[3]);
    }
  }
};

/// The lane of one of a lane's columns; `nothing` where it has not got it.
template <class Lanes, int kWords>
EXONWEAVE_DEVICE int in_column(const typename Lanes::word (&plane)[kWords], int column, int nothing) {
  int found = nothing;
#pragma unroll
  for (int c = 0; c < kWords; ++c) {
    if (c == column) found = Lanes::first(plane[c]);
    if (Lanes::columns_per_word == 2 && c + kWords == column) found = Lanes::last(plane[c]);
  }
  return found;
}

/// The largest of a lane's columns, each less by `extend` than the one before it.
template <class Lanes, int kWords>
EXONWEAVE_DEVICE int largest_descending(const typename Lanes::word (&plane)[kWords], int extend) {
  const typename Lanes::word back = Lanes::splat(-extend);
  typename Lanes::word largest = plane[kWords - 1];
#pragma unroll
  for (int c = kWords - 2; c >= 0; --c) largest = Lanes::add_max(largest, back, plane[c]);
  return max(Lanes::first(largest), Lanes::last(largest) - (Lanes::columns_per_word - 1) * kWords * extend);
}

}  // namespace exonweave::gpu

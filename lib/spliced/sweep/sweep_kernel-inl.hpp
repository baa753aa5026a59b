// Rows of transposed sweeps. With what can be earned from a row (Z of S, Y of F), not closed, and a residue's scores d,
// columns and target read from the end:
//
//   Z(j) = max( Z(j), T + after(j), max over k < j of ( Z(k) - o - (j - k) e ) )                closed
//   F'(j) >= X(j) = max( Y(j), Z(j) ) - e + w                   S'(j) >= max( X(j) - o, Z(j - 1) + d(j) )     the row
//                                                               above
//
// Two passes with a scan between them, as in row_kernel-inl.hpp.
#if defined(EXONWEAVE_SWEEP_KERNEL_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef EXONWEAVE_SWEEP_KERNEL_INL
#undef EXONWEAVE_SWEEP_KERNEL_INL
#else
#define EXONWEAVE_SWEEP_KERNEL_INL
#endif

#include <hwy/highway.h>

#include "spliced/engine/simd/row_kernel-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace exonweave::spliced::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// One row of a transposed step: planes S and F lie one after the other.
template <class T>
struct back_step {
  T* row;    // its S becomes anything
  T* above;  // may be `row`
  T* entry;  // null: none
  const T* profile;
  T lead;                       // what the row earns where its last pair stands before it, but for after(j)
  T row_first;                  // Z left of the tile's first column
  T gap_first;                  // the gap that enters the tile's first column
  bool sets_above, sets_entry;  // in place of letting in
  T in_gap;                     // w; read where rows are weighed
  T* best;                      // [lanes] the largest Z + before(j), yielded
  T row_last, gap_next;         // yielded: the same for the next tile
};

/// K rows, all with or all without an entry; with one K is 1. kWeighed: some have a gap weight.
template <int K, bool kEntry, bool kAffine, bool kEnds, bool kWeighed, class T>
HWY_INLINE void step_rows_back(const tile_constants<T>& tile, back_step<T>* steps) {
  const hn::ScalableTag<T> d;
  using V = hn::Vec<decltype(d)>;
  const std::size_t lanes = hn::Lanes(d), plane = tile.plane;
  const V extend = hn::Set(d, tile.extend), open = hn::Set(d, tile.open);
  const V first_gap = hn::Set(d, static_cast<T>(tile.open + tile.extend)), low = hn::Set(d, tile.low);
  V gap[K], enters[K], lead[K], best[K], diagonal[K], extend_F[K];
  for_each_row<K>([&](auto i) HWY_ATTR {
    enters[i] = shift_in(d, low, steps[i].gap_first);
    gap[i] = hn::Add(enters[i], first_gap);
    lead[i] = hn::Set(d, steps[i].lead);
    extend_F[i] = kWeighed ? hn::Set(d, static_cast<T>(tile.extend - steps[i].in_gap)) : extend;
    best[i] = low;
  });
  for (std::size_t k = 0; k < plane; k += lanes)
    for_each_row<K>([&](auto i) HWY_ATTR {
      V let_in = lead[i];
      if constexpr (kEnds)
        let_in = hn::Max(saturated_add(d, lead[i], hn::Load(d, tile.before + k)), hn::Set(d, tile.floor));
      const V M = hn::Max(hn::Load(d, steps[i].row + k), let_in);
      hn::Store(M, d, steps[i].row + k);
      gap[i] = hn::Max(hn::Sub(gap[i], extend), M);
    });
  for_each_row<K>([&](auto i) HWY_ATTR { gap[i] = hn::Sub(gap[i], first_gap); });
  scan_lanes<K>(d, gap, low, static_cast<T>(static_cast<T>(tile.segments) * tile.extend));
  for_each_row<K>([&](auto i) HWY_ATTR {
    gap[i] = hn::Max(gap[i], enters[i]);
    diagonal[i] = low;
  });
  for (std::size_t k = 0; k < plane; k += lanes)
    for_each_row<K>([&](auto i) HWY_ATTR {
      back_step<T>& step = steps[i];
      const V M = hn::Load(d, step.row + k);
      const V Z = hn::Max(M, gap[i]);
      gap[i] = hn::Max(hn::Sub(gap[i], extend), hn::Sub(M, first_gap));
      if constexpr (kEnds)
        best[i] = hn::Max(best[i], saturated_add(d, Z, hn::Load(d, tile.after + k)));
      else
        best[i] = hn::Max(best[i], Z);
      V F = Z;
      if constexpr (kAffine) F = hn::Max(F, hn::Load(d, step.row + plane + k));
      if constexpr (kEntry) {
        hn::Store(step.sets_entry ? Z : hn::Max(Z, hn::Load(d, step.entry + k)), d, step.entry + k);
        if constexpr (kAffine)
          hn::Store(step.sets_entry ? F : hn::Max(F, hn::Load(d, step.entry + plane + k)), d, step.entry + plane + k);
      }
      V X = hn::Sub(F, extend_F[i]);
      V S = kAffine ? hn::Sub(X, open) : X;
      if (k > 0) S = hn::Max(S, hn::Add(diagonal[i], hn::Load(d, step.profile + k)));
      diagonal[i] = Z;
      if (!step.sets_above) {
        S = hn::Max(S, hn::Load(d, step.above + k));
        if constexpr (kAffine) X = hn::Max(X, hn::Load(d, step.above + plane + k));
      }
      hn::Store(S, d, step.above + k);
      if constexpr (kAffine) hn::Store(X, d, step.above + plane + k);
    });
  for_each_row<K>([&](auto i) HWY_ATTR {
    back_step<T>& step = steps[i];
    const V first = hn::Add(shift_in(d, diagonal[i], step.row_first), hn::Load(d, step.profile));
    hn::Store(hn::Max(hn::Load(d, step.above), first), d, step.above);
    step.row_last = last_lane(d, diagonal[i]);
    step.gap_next = last_lane(d, gap[i]);
    hn::Store(best[i], d, step.best);
  });
}

/// A row that is not closed, `weight` more, into the one above it by a residue. Its vertical gaps cost tile.extend.
template <bool kAffine, class T>
HWY_INLINE void residue_back(const tile_constants<T>& tile, const T* row, const T* profile, T row_first, T weight,
                             bool sets, T* above) {
  const hn::ScalableTag<T> d;
  using V = hn::Vec<decltype(d)>;
  const std::size_t lanes = hn::Lanes(d), plane = tile.plane;
  const V extend = hn::Set(d, tile.extend), open = hn::Set(d, tile.open), w = hn::Set(d, weight);
  const V low = hn::Set(d, tile.low);
  V diagonal = shift_in(d, hn::Load(d, row + plane - lanes), row_first);
  for (std::size_t k = 0; k < plane; k += lanes) {
    const V Z = hn::Load(d, row + k);
    V F = Z;
    if constexpr (kAffine) F = hn::Max(F, hn::Load(d, row + plane + k));
    V X = hn::Max(saturated_add(d, hn::Sub(F, extend), w), low);
    V S = kAffine ? hn::Sub(X, open) : X;
    S = hn::Max(S, saturated_add(d, hn::Add(diagonal, hn::Load(d, profile + k)), w));
    diagonal = Z;
    S = hn::Max(S, sets ? low : hn::Load(d, above + k));
    hn::Store(S, d, above + k);
    if constexpr (kAffine) hn::Store(hn::Max(X, sets ? low : hn::Load(d, above + plane + k)), d, above + plane + k);
  }
}

/// Sums of two rows of which one has its columns from the end: of each lane the largest, over planes of `plane`
/// elements each. `less` is taken off first; sums that have no room in 16 bits are as large, or as little, as can be.
template <class D>
HWY_INLINE hn::Vec<D> largest_sums(D d, const hn::TFromD<D>* row, const hn::TFromD<D>* reversed, std::size_t plane,
                                   std::size_t n_planes, hn::TFromD<D> less) {
  using T = hn::TFromD<D>;
  const std::size_t lanes = hn::Lanes(d);
  auto best = hn::Set(d, std::numeric_limits<T>::min());
  for (std::size_t p = 0; p < n_planes; ++p, row += plane, reversed += plane)
    for (std::size_t k = 0; k < plane; k += lanes) {
      auto here = hn::Load(d, row + k), other = hn::Reverse(d, hn::Load(d, reversed + plane - lanes - k));
      if constexpr (sizeof(T) == 2) {
        if (less != 0) here = hn::SaturatedSub(here, hn::Set(d, less));
      } else {
        here = hn::Max(here, hn::Set(d, unreachable));
        other = hn::Max(other, hn::Set(d, unreachable));
      }
      best = hn::Max(best, saturated_add(d, here, other));
    }
  return best;
}

/// The largest of what sums(less) has in its lanes, `less` more. Sums that 16 bits have no room for are made once more
/// from less: what scores so much lies high enough in both rows for that to be exact.
template <class D, class Sums>
HWY_INLINE score largest_of_sums(D d, const Sums& sums) {
  using T = hn::TFromD<D>;
  const T largest = hn::GetLane(hn::MaxOfLanes(d, sums(T{0})));
  if (sizeof(T) != 2 || largest < std::numeric_limits<T>::max()) return largest;
  constexpr T less = sizeof(T) == 2 ? 32'000 : 0;
  return static_cast<score>(hn::GetLane(hn::MaxOfLanes(d, sums(less)))) + less;
}

}  // namespace exonweave::spliced::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif

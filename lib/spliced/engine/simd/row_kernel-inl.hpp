// The loops over one tile's columns. With a row above (S', F'), a residue's scores d and what else enters (X, Y):
//
//   F(j) = max( F'(j), S'(j) - o ) - e + w,  and Y(j)                                                recurrence.hpp
//   M(j) = max( S'(j-1) + d(j), F(j), X(j), L + before(j) )
//   E(j) = max over k < j of ( M(k) - o - (j - k) e )
//   S(j) = max( M(j), E(j) )
//
// Two passes over the vectors. The first makes F and M, and in each lane the largest gap that leaves the lane's last
// column. Between them a prefix maximum over the lanes, in log steps (Chang and Chen 2012), turns that into the gap
// that enters each lane: a gap loses e per column, so segments * e per lane. The second pass makes E and S.
// Up to three rows that do not read each other go side by side, so that one's waits are filled by the others.
//
// Arithmetic wraps round only where it cannot: every value in a slot is at least values.low, and what is subtracted or
// added before the next maximum is less than what lies below (lane_values.cpp). Weights of merges may be anything: they
// saturate.
#if defined(EXONWEAVE_ROW_KERNEL_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef EXONWEAVE_ROW_KERNEL_INL
#undef EXONWEAVE_ROW_KERNEL_INL
#else
#define EXONWEAVE_ROW_KERNEL_INL
#endif

#include <hwy/highway.h>

#include "spliced/engine/simd/lane_shift-inl.hpp"
#include "spliced/engine/simd/merge_kernel-inl.hpp"
#include "spliced/graph/row_schedule.hpp"

HWY_BEFORE_NAMESPACE();
namespace exonweave::spliced::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// What all rows of a tile share.
template <class T>
struct tile_constants {
  T* slots = nullptr;           // the first slot's row
  const T* profiles = nullptr;  // [codes][plane] d(code, t_j)
  const T* source = nullptr;    // S of the source's row
  std::size_t row = 0;          // elements from one slot to the next
  std::size_t segments = 0;
  std::size_t plane = 0;                 // elements
  bool is_first = true, is_last = true;  // of the tiles
  T open = 0, extend = 0;
  T low = 0, floor = 0;
  const T* before = nullptr;  // [plane] before(j); null: 0 everywhere
  const T* after = nullptr;   // [plane] after(j); null: 0 everywhere, or nobody asks

  [[nodiscard]] T* slot(slot_id index) const { return slots + index * row; }
  [[nodiscard]] const T* profile(residue_code code) const { return profiles + code * plane; }
};

/// One row of a step: planes S and F lie one after the other.
template <class T>
struct tile_step {
  const T* above;
  const T* entry;
  const T* profile;
  T* row;
  T lead;         // L
  T above_first;  // S' left of the tile's first column
  T gap_first;    // E at the tile's first column
  T* maxima;      // [3][lanes] the largest S, F and S + after of each lane, of the tiles before too
  T in_gap;       // w; read where rows are weighed
  // what the step yields
  T above_last, gap_next;  // the same for the next tile
};

/// visit(0), visit(1), ... visit(K - 1) with the index known when compiling: what the rows of a step hold then stays in
/// registers.
template <int K, class Visit>
HWY_INLINE void for_each_row(const Visit& visit) {
  visit(std::integral_constant<int, 0>());
  if constexpr (K > 1) visit(std::integral_constant<int, 1>());
  if constexpr (K > 2) visit(std::integral_constant<int, 2>());
}

/// The prefix maximum: in[l] = max over m < l of ( out[m] - (l - m - 1) * decay ).
template <int K, class D, class V>
HWY_INLINE void scan_lanes(D d, V* gap, V low, hn::TFromD<D> decay) {
  using T = hn::TFromD<D>;
  const auto step = [&](auto by) HWY_ATTR {
    constexpr int n = decltype(by)::value;
    if constexpr (n < static_cast<int>(HWY_LANES(T))) {
      const V cost = hn::Set(d, static_cast<T>(-n * decay));
      for_each_row<K>([&](auto i)
                          HWY_ATTR { gap[i] = hn::Max(gap[i], saturated_add(d, lanes_up<n>(d, gap[i], low), cost)); });
    }
  };
  for_each_row<K>([&](auto i) HWY_ATTR { gap[i] = lanes_up<1>(d, gap[i], low); });
  step(std::integral_constant<int, 1>());
  step(std::integral_constant<int, 2>());
  step(std::integral_constant<int, 4>());
  step(std::integral_constant<int, 8>());
  step(std::integral_constant<int, 16>());
}

/// K rows. kEntry: some have something else that enters. kEnds: before and after are not 0 everywhere. kWeighed: some
/// have a gap weight.
template <int K, bool kEntry, bool kAffine, bool kEnds, bool kWeighed = false, class T>
HWY_INLINE void step_rows(const tile_constants<T>& tile, tile_step<T>* steps) {
  const hn::ScalableTag<T> d;
  using V = hn::Vec<decltype(d)>;
  const std::size_t lanes = hn::Lanes(d), plane = tile.plane;
  const V extend = hn::Set(d, tile.extend), open = hn::Set(d, tile.open);
  const V first_gap = hn::Set(d, static_cast<T>(tile.open + tile.extend)), low = hn::Set(d, tile.low);
  const T *above_S[K], *above_F[K], *entry_S[K], *entry_F[K], *profile[K];
  T *row_S[K], *row_F[K];
  V diagonal[K], gap[K], enters[K], lead[K], best[K], best_F[K], ends[K], extend_F[K];
  for_each_row<K>([&](auto i) HWY_ATTR {
    tile_step<T>& step = steps[i];
    above_S[i] = step.above, above_F[i] = step.above + plane;
    entry_S[i] = step.entry, entry_F[i] = step.entry + plane;
    row_S[i] = step.row, row_F[i] = step.row + plane;
    profile[i] = step.profile;
    enters[i] = shift_in(d, low, step.gap_first);
    gap[i] = hn::Add(enters[i], first_gap);
    diagonal[i] = shift_in(d, hn::Load(d, step.above + plane - lanes), step.above_first);
    step.above_last = step.above[plane - 1];
    lead[i] = hn::Set(d, step.lead);
    extend_F[i] = kWeighed ? hn::Set(d, static_cast<T>(tile.extend - step.in_gap)) : extend;
    best[i] = best_F[i] = ends[i] = low;
    if (!tile.is_first) {
      best[i] = hn::Load(d, step.maxima);
      if constexpr (kAffine) best_F[i] = hn::Load(d, step.maxima + lanes);
      if constexpr (kEnds) ends[i] = hn::Load(d, step.maxima + 2 * lanes);
    }
  });
  for (std::size_t k = 0; k < plane; k += lanes)
    for_each_row<K>([&](auto i) HWY_ATTR {
      const V above = hn::Load(d, above_S[i] + k);
      V M = hn::Add(diagonal[i], hn::Load(d, profile[i] + k));
      diagonal[i] = above;
      V F;
      if constexpr (kAffine)
        F = hn::Sub(hn::Max(hn::Load(d, above_F[i] + k), hn::Sub(above, open)), extend_F[i]);
      else
        F = hn::Sub(above, extend_F[i]);
      if constexpr (kEntry) {
        if constexpr (kAffine) F = hn::Max(F, hn::Load(d, entry_F[i] + k));
        M = hn::Max(M, hn::Load(d, entry_S[i] + k));
      }
      if constexpr (kAffine) {
        hn::Store(F, d, row_F[i] + k);
        best_F[i] = hn::Max(best_F[i], F);
      }
      V let_in = lead[i];
      if constexpr (kEnds)
        let_in = hn::Max(saturated_add(d, lead[i], hn::Load(d, tile.before + k)), hn::Set(d, tile.floor));
      M = hn::Max(hn::Max(M, F), let_in);
      hn::Store(M, d, row_S[i] + k);
      gap[i] = hn::Max(hn::Sub(gap[i], extend), M);
    });
  for_each_row<K>([&](auto i) HWY_ATTR { gap[i] = hn::Sub(gap[i], first_gap); });
  scan_lanes<K>(d, gap, low, static_cast<T>(static_cast<T>(tile.segments) * tile.extend));
  for_each_row<K>([&](auto i) HWY_ATTR { gap[i] = hn::Max(gap[i], enters[i]); });
  for (std::size_t k = 0; k < plane; k += lanes)
    for_each_row<K>([&](auto i) HWY_ATTR {
      const V M = hn::Load(d, row_S[i] + k);
      const V S = hn::Max(M, gap[i]);
      hn::Store(S, d, row_S[i] + k);
      best[i] = hn::Max(best[i], S);
      if constexpr (kEnds) ends[i] = hn::Max(ends[i], saturated_add(d, S, hn::Load(d, tile.after + k)));
      gap[i] = hn::Max(hn::Sub(gap[i], extend), hn::Sub(M, first_gap));
    });
  for_each_row<K>([&](auto i) HWY_ATTR {
    steps[i].gap_next = last_lane(d, gap[i]);
    hn::Store(best[i], d, steps[i].maxima);
    if constexpr (kAffine) hn::Store(best_F[i], d, steps[i].maxima + lanes);
    if constexpr (kEnds) hn::Store(ends[i], d, steps[i].maxima + 2 * lanes);
  });
}

// Functions of their own: in a caller that holds all kinds the compiler no longer inlines the loops.

/// n rows, max_steps at most.
template <bool kEntry, bool kAffine, bool kWeighed, class T>
HWY_NOINLINE void step_abreast(std::size_t n, const tile_constants<T>& tile, tile_step<T>* steps) {
  if (n == 1)
    step_rows<1, kEntry, kAffine, false, kWeighed>(tile, steps);
  else if (n == 2)
    step_rows<2, kEntry, kAffine, false, kWeighed>(tile, steps);
  else
    step_rows<3, kEntry, kAffine, false, kWeighed>(tile, steps);
}

template <bool kAffine, bool kEnds, bool kWeighed, class T>
HWY_NOINLINE void step_one_by_one(std::size_t n, const tile_constants<T>& tile, tile_step<T>* steps) {
  for (std::size_t s = 0; s < n; ++s) step_rows<1, true, kAffine, kEnds, kWeighed>(tile, steps + s);
}

/// What all rows of a problem are like.
struct step_kind {
  bool is_affine, has_both_ends, is_weighed;
};

/// n rows, max_steps at most; abreast but where their kind is rare.
template <class T>
void step_by_kind(std::size_t n, bool has_entry, const step_kind& kind, const tile_constants<T>& tile,
                  tile_step<T>* steps) {
  const auto [is_affine, has_both_ends, is_weighed] = kind;
  if (has_both_ends && is_weighed)
    is_affine ? step_one_by_one<true, true, true>(n, tile, steps) : step_one_by_one<false, true, true>(n, tile, steps);
  else if (has_both_ends)
    is_affine ? step_one_by_one<true, true, false>(n, tile, steps)
              : step_one_by_one<false, true, false>(n, tile, steps);
  else if (is_weighed && !is_affine)
    step_one_by_one<false, false, true>(n, tile, steps);
  else if (is_weighed)
    has_entry ? step_abreast<true, true, true>(n, tile, steps) : step_abreast<false, true, true>(n, tile, steps);
  else if (is_affine)
    has_entry ? step_abreast<true, true, false>(n, tile, steps) : step_abreast<false, true, false>(n, tile, steps);
  else
    has_entry ? step_abreast<true, false, false>(n, tile, steps) : step_abreast<false, false, false>(n, tile, steps);
}

/// What a row has whose residue has a gap weight: its vertical gaps cost less by that, or more.
template <class T>
HWY_INLINE tile_constants<T> with_gap_weight(tile_constants<T> tile, score in_gap) {
  tile.extend = static_cast<T>(tile.extend - in_gap);
  return tile;
}

/// The row below `above` by a residue, not closed, plus weight; set or let into `row`. Its vertical gaps cost
/// tile.extend.
template <bool kFirst, bool kAffine, class T>
HWY_INLINE void merge_residue(const tile_constants<T>& tile, const tile_step<T>& step, T weight) {
  const hn::ScalableTag<T> d;
  using V = hn::Vec<decltype(d)>;
  const std::size_t lanes = hn::Lanes(d), plane = tile.plane;
  const V extend = hn::Set(d, tile.extend), open = hn::Set(d, tile.open), w = hn::Set(d, weight);
  const V low = hn::Set(d, tile.low);
  V diagonal = shift_in(d, hn::Load(d, step.above + plane - lanes), step.above_first);
  for (std::size_t k = 0; k < plane; k += lanes) {
    const V above = hn::Load(d, step.above + k);
    V F;
    if constexpr (kAffine)
      F = hn::Sub(hn::Max(hn::Load(d, step.above + plane + k), hn::Sub(above, open)), extend);
    else
      F = hn::Sub(above, extend);
    V M = saturated_add(d, hn::Max(hn::Add(diagonal, hn::Load(d, step.profile + k)), F), w);
    F = saturated_add(d, F, w);
    diagonal = above;
    M = hn::Max(M, kFirst ? low : hn::Load(d, step.row + k));
    hn::Store(M, d, step.row + k);
    if constexpr (kAffine)
      hn::Store(hn::Max(F, kFirst ? low : hn::Load(d, step.row + plane + k)), d, step.row + plane + k);
  }
}

}  // namespace exonweave::spliced::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif

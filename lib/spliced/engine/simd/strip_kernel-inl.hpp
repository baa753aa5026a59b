// A strip: up to `lanes` consecutive rows of a run, lane i being row i, swept along anti-diagonals. Step d computes column
// d - i of every row i; the row above the strip comes in element by element, the last row goes out likewise.
//
// With drift, S'(i, j) = S(i, j) + e * (i + j) and F', E' alike, gaps cost nothing but their opening (recurrence.hpp):
//
//   F'(i,j) = max( F'(i-1,j), S'(i-1,j) - o )
//   E'(i,j) = max( E'(i,j-1), S'(i,j-1) - o )
//   S'(i,j) = max( S'(i-1,j-1) + d(s_i,t_j) + 2e, F'(i,j), E'(i,j) )                     o = 0: F' = S'(i-1,j), E' = S'(i,j-1)
//
// The drift of columns stays in the rows; that of a strip's rows is taken off again behind its last one. So lanes need
// e * (n + lanes) more than scores do.
//
// Left of column 0 lanes start from the lowest value, and what they gain there stays below the floor
// (strip_scores.cpp). Right of column n, and below a strip's last row, nothing is read again. A step depends on the one
// before through some four cycles of latency: strips of several runs go side by side.
#if defined(EXONWEAVE_STRIP_KERNEL_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef EXONWEAVE_STRIP_KERNEL_INL
#undef EXONWEAVE_STRIP_KERNEL_INL
#else
#define EXONWEAVE_STRIP_KERNEL_INL
#endif

#include <hwy/highway.h>

#include "spliced/engine/simd/lane_shift-inl.hpp"
#include "spliced/engine/simd/strip_scores.hpp"

HWY_BEFORE_NAMESPACE();
namespace exonweave::spliced::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

#if HWY_TARGET != HWY_SCALAR

/// What all strips of a target share.
struct strip_constants {
  std::size_t plane = 0;                  // elements from S to F in a slot
  std::int16_t open = 0, low = 0;         // low: what nothing reaches
  const std::int16_t* symbols = nullptr;  // column j of the target at symbols[-j], target lanes
  const strip_scores* scores = nullptr;
};

/// One strip. S of its rows is written to `steps`, F `steps_plane` behind; step after step `stride` further.
struct strip {
  const std::int16_t* top;          // column 0 of the row above
  std::int16_t* bottom;             // column 0 of the last row's slot; may be `top`
  const std::int16_t* residues[2];  // [lanes] genomic lanes, aligned
  std::size_t n_rows;
  std::int16_t* steps;
  std::size_t steps_plane, stride;  // elements
};

/// d(s_i, t) + 2e of one strip's lanes.
template <bool kTable>
struct strip_lookup {
  using tag = hn::ScalableTag<std::int16_t>;
  using V = hn::Vec<tag>;

  HWY_INLINE void load(const strip& of) {
    const tag d;
    first = hn::Load(d, of.residues[0]);
    if constexpr (kTable) second = hn::Load(d, of.residues[1]);
  }
  HWY_INLINE V operator()(V symbols, const V* constants) const {
    if constexpr (kTable) {
      const hn::Repartition<std::uint8_t, tag> bytes;
      const auto at = [&](V index) HWY_ATTR { return hn::BitCast(bytes, hn::Add(index, symbols)); };
      const auto found = hn::Or(hn::TableLookupBytesOr0(hn::BitCast(bytes, constants[0]), at(first)),
                                hn::TableLookupBytesOr0(hn::BitCast(bytes, constants[1]), at(second)));
      return hn::ShiftRight<8>(hn::BitCast(tag(), found));
    } else {
      return hn::IfThenElse(hn::Eq(symbols, first), constants[0], constants[1]);
    }
  }

  V first, second;
};

template <bool kTable, class V>
HWY_INLINE void load_scores(const strip_scores& scores, V* constants) {
  const hn::ScalableTag<std::int16_t> d;
  if constexpr (kTable) {
    const hn::Repartition<std::int8_t, decltype(d)> bytes;
    for (int i = 0; i < 2; ++i) constants[i] = hn::BitCast(d, hn::LoadDup128(bytes, scores.tables[i].data()));
  } else {
    constants[0] = hn::Set(d, scores.match);
    constants[1] = hn::Set(d, scores.mismatch);
  }
}

/// K strips of different runs, `n_steps` steps: columns plus the rows of the highest strip less one.
template <int K, bool kAffine, bool kTable>
HWY_NOINLINE void sweep(const strip_constants& all, const strip* strips, std::size_t n_steps) {
  const hn::ScalableTag<std::int16_t> d;
  using V = hn::Vec<decltype(d)>;
  const V open = hn::Set(d, all.open);
  V scores[2];
  load_scores<kTable>(*all.scores, scores);
  strip_lookup<kTable> lookup[K];
  V S[K], F[K], E[K], diagonal[K];
  const std::int16_t* top[K];
  std::int16_t *bottom[K], *steps[K];
  std::size_t last[K], stride[K], steps_plane[K];
  for (int k = 0; k < K; ++k) {
    lookup[k].load(strips[k]);
    S[k] = F[k] = E[k] = diagonal[k] = hn::Set(d, all.low);
    last[k] = strips[k].n_rows - 1;
    top[k] = strips[k].top;
    bottom[k] = strips[k].bottom - last[k];
    steps[k] = strips[k].steps;
    stride[k] = strips[k].stride;
    steps_plane[k] = strips[k].steps_plane;
  }
  const std::size_t plane = all.plane;
  const std::int16_t* symbols = all.symbols;
  for (std::size_t step = 0; step < n_steps; ++step) {
    const V symbol = hn::LoadU(d, symbols--);
    HWY_UNROLL(4)
    for (int k = 0; k < K; ++k) {
      const V M = hn::Add(diagonal[k], lookup[k](symbol, scores));
      const V above = shift_in_from(d, S[k], top[k] + step);
      diagonal[k] = above;
      if constexpr (kAffine) {
        E[k] = hn::Max(E[k], hn::Sub(S[k], open));
        F[k] = hn::Max(shift_in_from(d, F[k], top[k] + plane + step), hn::Sub(above, open));
        S[k] = hn::Max(hn::Max(M, E[k]), F[k]);
        hn::StoreU(F[k], d, steps[k] + steps_plane[k]);
        bottom[k][plane + step] = steps[k][steps_plane[k] + last[k]];
      } else {
        S[k] = hn::Max(hn::Max(M, S[k]), above);
      }
      hn::StoreU(S[k], d, steps[k]);
      bottom[k][step] = steps[k][last[k]];
      steps[k] += stride[k];
    }
  }
}

/// n elements: less `drift`, raised to `floor`.
HWY_INLINE void settle_plane(std::int16_t* plane, std::size_t n, std::int16_t drift, std::int16_t floor) {
  const hn::ScalableTag<std::int16_t> d;
  const auto lost = hn::Set(d, drift), lowest = hn::Set(d, floor);
  for (std::size_t j = 0; j < n; j += hn::Lanes(d))
    hn::Store(hn::Max(hn::SaturatedSub(hn::Load(d, plane + j), lost), lowest), d, plane + j);
}

/// The largest of n elements, each less the drift of its column.
HWY_INLINE std::int16_t largest_settled(const std::int16_t* plane, std::size_t n, std::int16_t drift) {
  const hn::ScalableTag<std::int16_t> d;
  const std::size_t lanes = hn::Lanes(d);
  const auto step = hn::Set(d, static_cast<std::int16_t>(static_cast<std::int16_t>(lanes) * drift));
  const auto lowest = hn::Set(d, hwy::LowestValue<std::int16_t>());
  auto lost = hn::Mul(hn::Iota(d, 0), hn::Set(d, drift)), best = lowest;
  for (std::size_t j = 0; j < n; j += lanes) {
    auto here = hn::SaturatedSub(hn::Load(d, plane + j), lost);
    if (n - j < lanes) here = hn::IfThenElse(hn::FirstN(d, n - j), here, lowest);
    best = hn::Max(best, here);
    lost = hn::Add(lost, step);
  }
  return hn::GetLane(hn::MaxOfLanes(d, best));
}

#endif  // HWY_TARGET

}  // namespace exonweave::spliced::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif

// A strip: up to `lanes` consecutive rows of a run, lane i being row i, swept along anti-diagonals. Step d computes
// column d - i of every row i; the row above the strip comes in element by element, the last row goes out likewise.
//
// With offset, S'(i, j) = S(i, j) + e * (i + j) and F', E' alike, gaps cost nothing but their opening (recurrence.hpp):
//
//   F'(i,j) = max( F'(i-1,j), S'(i-1,j) - o )
//   E'(i,j) = max( E'(i,j-1), S'(i,j-1) - o )
//   S'(i,j) = max( S'(i-1,j-1) + d(s_i,t_j) + 2e, F'(i,j), E'(i,j) )                     o = 0: F' = S'(i-1,j), E' =
//                                                                                        S'(i,j-1)
//
// The offset of columns stays in the rows; that of rows is taken off after the last of the strips that go one below
// the other, three at most. So lanes need e * (n + 4 * lanes) more than scores do: their rows, and the steps after
// column n.
//
// Left of column 0 lanes start from the lowest value, and what they gain there stays below the floor
// (strip_scores.cpp). Right of column n, and below a strip's last row, nothing is read again. A step depends on the one
// before through some four cycles of latency: strips of several runs go side by side, and strips of one run one below
// the other, each after the one above by the steps after which that one's last row has arrived in memory.
#if defined(EXONWEAVE_STRIP_KERNEL_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef EXONWEAVE_STRIP_KERNEL_INL
#undef EXONWEAVE_STRIP_KERNEL_INL
#else
#define EXONWEAVE_STRIP_KERNEL_INL
#endif

#include <hwy/highway.h>

#include <algorithm>
#include <tuple>
#include <utility>

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

/// One strip. Where its rows are requested, S of step d is written to kept + d * n_rows, F `kept_plane` after.
struct strip {
  const std::int16_t* top;          // column 0 of the row above
  std::int16_t* bottom;             // column 0 of the last row's slot; may be `top`
  const std::int16_t* residues[2];  // [lanes] genomic lanes, aligned
  std::size_t n_rows;
  std::int16_t* kept;  // or null
  std::size_t kept_plane;
  std::size_t lag;  // steps that it starts after the first one
};

/// Adds d(s_i, t) + 2e of one strip's lanes.
template <bool kTable>
struct strip_lookup {
  using tag = hn::ScalableTag<std::int16_t>;
  using V = hn::Vec<tag>;

  // A constructor that GCC made by itself would lack the options of the instruction set.
  HWY_INLINE explicit strip_lookup(const strip& shape)
      : first(hn::Load(tag(), shape.residues[0])), second(kTable ? hn::Load(tag(), shape.residues[1]) : first) {}

  HWY_INLINE V add(V diagonal, V symbols, const V* constants) const {
    if constexpr (kTable) {
      const hn::Repartition<std::uint8_t, tag> bytes;
      const auto place_of = [&](V index) HWY_ATTR { return hn::BitCast(bytes, hn::Add(index, symbols)); };
      const auto found = hn::Or(hn::TableLookupBytesOr0(hn::BitCast(bytes, constants[0]), place_of(first)),
                                hn::TableLookupBytesOr0(hn::BitCast(bytes, constants[1]), place_of(second)));
      return hn::Add(diagonal, hn::ShiftRight<8>(hn::BitCast(tag(), found)));
    } else {
#if HWY_TARGET <= HWY_AVX3 && HWY_ARCH_X86
      return hn::Add(diagonal, hn::IfThenElse(hn::Eq(symbols, first), constants[0], constants[1]));
#else  // where to choose takes more than one operation
      const V more = hn::And(constants[0], hn::VecFromMask(tag(), hn::Eq(symbols, first)));
      return hn::Add(hn::Add(diagonal, constants[1]), more);
#endif
    }
  }

  V first, second;
};

template <bool kTable, class V>
HWY_INLINE void load_scores(const strip_scores& scores, V* constants) {
  const hn::ScalableTag<std::int16_t> d;
  if constexpr (kTable) {
    const hn::Repartition<std::int8_t, decltype(d)> bytes;
    for (std::size_t i = 0; i < 2; ++i) constants[i] = hn::BitCast(d, hn::LoadDup128(bytes, scores.tables[i].data()));
  } else {
    constants[1] = hn::Set(d, scores.mismatch);
#if HWY_TARGET <= HWY_AVX3 && HWY_ARCH_X86
    constants[0] = hn::Set(d, scores.match);
#else
    constants[0] = hn::Set(d, static_cast<std::int16_t>(scores.match - scores.mismatch));
#endif
  }
}

/// A strip while it is swept.
template <bool kAffine, bool kTable>
class swept_strip {
 public:
  using tag = hn::ScalableTag<std::int16_t>;
  using V = hn::Vec<tag>;

  HWY_INLINE swept_strip(const strip& shape, const strip_constants& all, std::int16_t* scratch)
      : S_(hn::Set(tag(), all.low)),
        F_(S_),
        E_(S_),
        diagonal_(S_),
        lookup_(shape),
        passage_(shape.n_rows - 1, scratch),
        passage_of_F_(shape.n_rows - 1, scratch + HWY_LANES(std::int16_t)),
        symbols_(all.symbols + shape.lag),
        top_(shape.top - shape.lag),
        bottom_(shape.bottom - shape.n_rows - shape.lag),
        kept_(shape.kept),
        n_rows_(shape.n_rows),
        kept_plane_(shape.kept_plane),
        plane_(all.plane) {}

  // Step `tick` of the first strip. The last row's column of the step before goes out.
  HWY_INLINE void step(std::size_t tick, const V* scores, V open) {
    const V M = lookup_.add(diagonal_, hn::LoadU(tag(), symbols_ - tick), scores);
    const V above = passage_.pass(S_, top_ + tick, bottom_ + tick);
    diagonal_ = above;
    if constexpr (kAffine) {
      E_ = hn::Max(E_, hn::Sub(S_, open));
      F_ = passage_of_F_.pass(F_, top_ + plane_ + tick, bottom_ + plane_ + tick);
      F_ = hn::Max(F_, hn::Sub(above, open));
      S_ = hn::Max(hn::Max(M, E_), F_);
    } else {
      S_ = hn::Max(hn::Max(M, S_), above);
    }
    if (kept_ != nullptr) keep();
  }

 private:
  HWY_INLINE void keep() {
    hn::StoreU(S_, tag(), kept_);
    if constexpr (kAffine) hn::StoreU(F_, tag(), kept_ + kept_plane_);
    kept_ += n_rows_;
  }

  V S_, F_, E_, diagonal_;
  strip_lookup<kTable> lookup_;
  lane_passage passage_, passage_of_F_;
  const std::int16_t *symbols_, *top_;
  std::int16_t *bottom_, *kept_;
  std::size_t n_rows_, kept_plane_, plane_;
};

/// Strips, those of one run in their order: each makes `n_columns` steps and as many as it has rows.
template <bool kAffine, bool kTable, std::size_t... K>
HWY_NOINLINE void sweep(const strip_constants& all, const strip* strips, std::size_t n_columns,
                        std::index_sequence<K...>) {
  const hn::ScalableTag<std::int16_t> d;
  hn::Vec<decltype(d)> scores[2];
  load_scores<kTable>(*all.scores, scores);
  const auto open = hn::Set(d, all.open);
  HWY_ALIGN std::int16_t scratch[sizeof...(K)][2 * HWY_LANES(std::int16_t)];
  std::tuple swept{swept_strip<kAffine, kTable>(strips[K], all, scratch[K])...};
  const auto last_step = [&](std::size_t k) HWY_ATTR { return strips[k].lag + n_columns + strips[k].n_rows; };
  const std::size_t all_begun = std::max({strips[K].lag...});
  const std::size_t one_ends = std::min({last_step(K)...}), all_end = std::max({last_step(K)...});
  const auto step_if_begun = [&](auto& strip_k, std::size_t k, std::size_t tick) HWY_ATTR {
    if (strips[k].lag <= tick && tick < last_step(k)) strip_k.step(tick, scores, open);
  };
  std::size_t tick = 0;
  for (; tick < all_begun; ++tick) (step_if_begun(std::get<K>(swept), K, tick), ...);
  for (; tick < one_ends; ++tick) (std::get<K>(swept).step(tick, scores, open), ...);
  for (; tick < all_end; ++tick) (step_if_begun(std::get<K>(swept), K, tick), ...);
}

/// n elements: less `offset`, raised to `floor`.
HWY_INLINE void settle_plane(std::int16_t* plane, std::size_t n, std::int16_t offset, std::int16_t floor) {
  const hn::ScalableTag<std::int16_t> d;
  const auto lost = hn::Set(d, offset), lowest = hn::Set(d, floor);
  for (std::size_t j = 0; j < n; j += hn::Lanes(d))
    hn::Store(hn::Max(hn::SaturatedSub(hn::Load(d, plane + j), lost), lowest), d, plane + j);
}

/// The largest of n elements, each less the offset of its column.
HWY_INLINE std::int16_t largest_settled(const std::int16_t* plane, std::size_t n, std::int16_t offset) {
  const hn::ScalableTag<std::int16_t> d;
  const std::size_t lanes = hn::Lanes(d);
  const auto step = hn::Set(d, static_cast<std::int16_t>(static_cast<std::int16_t>(lanes) * offset));
  const auto lowest = hn::Set(d, hwy::LowestValue<std::int16_t>());
  auto lost = hn::Mul(hn::Iota(d, 0), hn::Set(d, offset)), best = lowest;
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

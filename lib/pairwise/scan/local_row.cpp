#include <algorithm>
#include <array>

#include "pairwise/scan/local_aligner.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "pairwise/scan/local_row.cpp"
#include <hwy/foreach_target.h>  // compiles this file once per instruction set
#include <hwy/highway.h>

#include "spliced/engine/simd/lane_shift-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace exonweave::HWY_NAMESPACE {
namespace {
namespace hn = hwy::HWY_NAMESPACE;

using spliced::score;
using spliced::HWY_NAMESPACE::lanes_up;
using spliced::HWY_NAMESPACE::last_lane;

using tag = hn::ScalableTag<score>;
using vector = hn::Vec<tag>;

// Lane l: the largest of lanes 0 to l.
HWY_INLINE vector running_max(tag d, vector v) {
  const vector least = hn::Set(d, far_below);
  v = hn::Max(v, lanes_up<1>(d, v, least));
#if HWY_TARGET != HWY_SCALAR
  if (hn::Lanes(d) > 2) v = hn::Max(v, lanes_up<2>(d, v, least));
#if HWY_MAX_BYTES >= 32
  if (hn::Lanes(d) > 4) v = hn::Max(v, lanes_up<4>(d, v, least));
#endif
#if HWY_MAX_BYTES >= 64
  if (hn::Lanes(d) > 8) v = hn::Max(v, lanes_up<8>(d, v, least));
#endif
#endif
  return v;
}

}  // namespace

// With W the largest of a pair, E and 0, F of lane l is the largest W(k) - open - (l - k) extend of the k before it: a
// running maximum of W(k) + k extend. What the vector before leaves comes in as `carried`, F + open of lane 0.
score row(const score* pairs, std::size_t n, spliced::gap_costs gaps, score* H, score* E) {
  const tag d;
  const auto lanes = hn::Lanes(d);
  const auto n_lanes = static_cast<score>(lanes);
  const vector first = hn::Set(d, gaps.open + gaps.extend), extend = hn::Set(d, gaps.extend);
  const vector zero = hn::Zero(d), least = hn::Set(d, far_below);
  const vector along = hn::Mul(hn::Iota(d, 0), extend);
  const vector along_and_open = hn::Add(along, hn::Set(d, gaps.open));
  vector best = zero, diagonal = hn::LoadU(d, H - 1);
  score carried = far_below;
  for (std::size_t i = 0; i < n; i += lanes) {
    const vector above = hn::LoadU(d, H + i), diagonal_of_next = hn::LoadU(d, H + i + lanes - 1);
    const vector gap = hn::Max(hn::Sub(hn::LoadU(d, E + i), extend), hn::Sub(above, first));
    hn::StoreU(gap, d, E + i);
    const vector with_pair = hn::Add(diagonal, hn::LoadU(d, pairs + i));
    const vector W = hn::Max(hn::Max(with_pair, gap), zero);
    const vector running = running_max(d, hn::Add(W, along));
    const vector before = hn::Max(lanes_up<1>(d, running, least), hn::Set(d, carried));
    const vector made = hn::Max(W, hn::Sub(before, along_and_open));
    hn::StoreU(made, d, H + i);
    best = hn::Max(best, made);
    carried = std::max(carried, last_lane(d, running)) - n_lanes * gaps.extend;
    diagonal = diagonal_of_next;
  }
  return hn::GetLane(hn::MaxOfLanes(d, best));
}

}  // namespace exonweave::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace exonweave {

HWY_EXPORT(row);

spliced::score next_local_row(const spliced::score* pairs, std::size_t n, spliced::gap_costs gaps, spliced::score* H,
                              spliced::score* E) {
  return HWY_DYNAMIC_DISPATCH(row)(pairs, n, gaps, H, E);
}

}  // namespace exonweave
#endif

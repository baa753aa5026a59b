#include "exons/loci/seed_windows.hpp"

#include <algorithm>
#include <array>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "exons/loci/seed_windows.cpp"
#include <hwy/foreach_target.h>  // compiles this file once per instruction set
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace exonweave::HWY_NAMESPACE {
namespace {
namespace hn = hwy::HWY_NAMESPACE;

using spliced::residue_code;

#if HWY_TARGET == HWY_SCALAR
constexpr std::size_t n_lanes() { return 1; }

// Without vectors none is sorted out.
void pairs_of_windows(const window_side& across, const window_side& along, const pair_scores::table&,
                      const seed_window&, spliced::score, std::vector<window_pair>& found) {
  for (std::uint32_t a = 0; a < across.seeds.size(); ++a)
    for (std::uint32_t b = 0; b < along.seeds.size(); ++b) found.push_back({a, b});
}
#else

using code_tag = hn::ScalableTag<std::uint8_t>;
using sum_tag = hn::ScalableTag<std::int8_t>;
using codes = hn::Vec<code_tag>;
using sums = hn::Vec<sum_tag>;

constexpr std::size_t block = 16;    // bytes within which a table is looked up
constexpr std::uint8_t none = 0x80;  // of an index: 0 is looked up
constexpr std::uint8_t index_bits = none | (block - 1);
constexpr std::size_t n_blocks = seed_window::length / block;

std::size_t n_lanes() { return hn::Lanes(code_tag()); }

// [position of the window][lane] the codes of windows, less `block`: what is below has the bit `none` then.
struct window_columns {
  HWY_ALIGN std::array<std::uint8_t, seed_window::length * HWY_MAX_BYTES> codes{};
};

// Of 16 windows 16 positions: in each of four rounds rows i and i + 8 become rows 2i and 2i + 1, their bytes in turn.
HWY_INLINE void transpose(const residue_code* const* windows, std::size_t first, std::size_t lanes,
                          std::uint8_t* columns) {
  const hn::Full128<std::uint8_t> d;
  using V = hn::Vec<decltype(d)>;
  V rows[block], made[block];
  for (std::size_t i = 0; i < block; ++i) rows[i] = hn::LoadU(d, windows[i] + first);
  V *read = rows, *written = made;
  for (int round = 0; round < 4; ++round) {
    for (std::size_t i = 0; i < block / 2; ++i) {
      written[2 * i] = hn::InterleaveLower(d, read[i], read[i + block / 2]);
      written[2 * i + 1] = hn::InterleaveUpper(d, read[i], read[i + block / 2]);
    }
    std::swap(read, written);
  }
  const V less = hn::Set(d, block);
  for (std::size_t i = 0; i < block; ++i) hn::Store(hn::Sub(read[i], less), d, columns + (first + i) * lanes);
}

// Those of some seeds, as many as there are lanes at most; lanes after them have anything.
HWY_INLINE void read_columns(const residue_code* text, std::span<const std::uint32_t> seeds, const seed_window& window,
                             window_columns& columns) {
  const std::size_t lanes = n_lanes();
  for (std::size_t lane = 0; lane < seeds.size(); lane += block) {
    const residue_code* windows[block];
    for (std::size_t i = 0; i < block; ++i)
      windows[i] = text + seeds[std::min(lane + i, seeds.size() - 1)] - window.left;
    for (std::size_t k = 0; k < n_blocks; ++k) transpose(windows, k * block, lanes, columns.codes.data() + lane);
  }
}

// What the codes of a position score next to one of the other side.
HWY_INLINE sums scores_of(const window_columns& columns, std::size_t position, const std::int8_t* row) {
  const code_tag d;
  const sum_tag of_sums;
  const codes upper = hn::Load(d, columns.codes.data() + position * hn::Lanes(d));
  const codes lower = hn::And(hn::Xor(upper, hn::Set(d, none)), hn::Set(d, index_bits));
  return hn::Or(hn::TableLookupBytesOr0(hn::LoadDup128(of_sums, row), hn::BitCast(of_sums, lower)),
                hn::TableLookupBytesOr0(hn::LoadDup128(of_sums, row + block), hn::BitCast(of_sums, upper)));
}

HWY_INLINE sums scores_with(const window_columns& columns, const residue_code* other, const pair_scores::table& scores,
                            const seed_window& window) {
  const sum_tag d;
  const auto of_pair = [&](std::size_t position) HWY_ATTR {
    return scores_of(columns, position, &scores[other[position] * pair_scores::row_length]);
  };
  sums of_seed = hn::Zero(d), right = hn::Zero(d), left = hn::Zero(d), sum = hn::Zero(d);
  const std::size_t end = window.left + window.span;
  for (std::size_t k = window.left; k < end; ++k) of_seed = hn::SaturatedAdd(of_seed, of_pair(k));
  for (std::size_t k = end; k < seed_window::length; ++k) {
    sum = hn::SaturatedAdd(sum, of_pair(k));
    right = hn::Max(right, sum);
  }
  sum = hn::Zero(d);
  for (std::size_t k = window.left; k-- > 0;) {
    sum = hn::SaturatedAdd(sum, of_pair(k));
    left = hn::Max(left, sum);
  }
  return hn::SaturatedAdd(hn::SaturatedAdd(of_seed, right), left);
}

// Calls visit(lane) for those of the first lanes that score enough.
template <class Visit>
HWY_INLINE void for_each_lane(sums scores, spliced::score least, std::size_t n, const Visit& visit) {
  const sum_tag d;
  const auto enough = hn::Gt(scores, hn::Set(d, static_cast<std::int8_t>(least - 1)));
  if (hn::AllFalse(d, enough)) return;
  std::uint8_t bits[HWY_MAX_BYTES / 8 + 8] = {};
  hn::StoreMaskBits(d, enough, bits);
  for (std::size_t lane = 0; lane < n; ++lane)
    if ((bits[lane / 8] >> (lane % 8) & 1) != 0) visit(static_cast<std::uint32_t>(lane));
}

void prefetch(const window_side& side, const seed_window& window, std::size_t first, std::size_t n) {
  for (std::size_t k = first; k < std::min(first + n, side.seeds.size()); ++k) {
    __builtin_prefetch(side.text + side.seeds[k] - window.left);
    __builtin_prefetch(side.text + side.seeds[k] - window.left + seed_window::length - 1);
  }
}

void pairs_of_windows(const window_side& across, const window_side& along, const pair_scores::table& scores,
                      const seed_window& window, spliced::score least, std::vector<window_pair>& found) {
  const std::size_t lanes = n_lanes();
  window_columns columns;
  for (std::size_t first = 0; first < across.seeds.size(); first += lanes) {
    const std::size_t n = std::min(lanes, across.seeds.size() - first);
    prefetch(across, window, first + lanes, lanes);
    read_columns(across.text, across.seeds.subspan(first, n), window, columns);
    for (std::size_t b = 0; b < along.seeds.size(); ++b) {
      const residue_code* const other = along.text + along.seeds[b] - window.left;
      for_each_lane(scores_with(columns, other, scores, window), least, n, [&](std::uint32_t lane) {
        found.push_back({static_cast<std::uint32_t>(first) + lane, static_cast<std::uint32_t>(b)});
      });
    }
  }
}
#endif

}  // namespace

void find_pairs(const window_side& across, const window_side& along, const pair_scores::table& scores,
                const seed_window& window, spliced::score least, std::vector<window_pair>& found) {
  pairs_of_windows(across, along, scores, window, least, found);
}

std::size_t count_lanes() { return n_lanes(); }

}  // namespace exonweave::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace exonweave {
namespace {

HWY_EXPORT(find_pairs);
HWY_EXPORT(count_lanes);

template <std::ptrdiff_t step>
spliced::score largest_sum(const spliced::residue_code* codon, const spliced::residue_code* residue, std::size_t n,
                           const pair_scores& scores) {
  spliced::score sum = 0, best = 0;
  for (std::size_t k = 0; k < n; ++k, codon += step, residue += step) {
    const spliced::score pair = scores(*codon, *residue);
    if (pair == pair_scores::beyond_ends) break;
    sum += pair;
    best = std::max(best, sum);
  }
  return best;
}

}  // namespace

spliced::score window_score(const spliced::residue_code* codon, const spliced::residue_code* residue,
                            const seed_window& window, const pair_scores& scores) {
  spliced::score sum = 0;
  for (std::size_t k = 0; k < window.span; ++k) sum += scores(codon[k], residue[k]);
  const std::size_t n_right = seed_window::length - window.left - window.span;
  return sum + largest_sum<1>(codon + window.span, residue + window.span, n_right, scores) +
         largest_sum<-1>(codon - 1, residue - 1, window.left, scores);
}

void find_window_pairs(const window_side& across, const window_side& along, const pair_scores::table& scores,
                       const seed_window& window, spliced::score least, std::vector<window_pair>& found) {
  HWY_DYNAMIC_DISPATCH(find_pairs)(across, along, scores, window, least, found);
}

std::size_t windows_at_once() { return HWY_DYNAMIC_DISPATCH(count_lanes)(); }

}  // namespace exonweave
#endif

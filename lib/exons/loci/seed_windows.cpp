#include "exons/loci/seed_windows.hpp"

#include <algorithm>
#include <array>

#ifndef HWY_WANT_AVX3_DL
#define HWY_WANT_AVX3_DL  // looks 8 bits up in 128 bytes at once
#endif
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "exons/loci/seed_windows.cpp"
#include <hwy/foreach_target.h>  // compiles this file once per instruction set
#include <hwy/highway.h>

// What a row of a table has is looked up at once. Toggles as this file is compiled again and again.
#undef EXONWEAVE_LOOKS_ROWS_UP
#if HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX3_DL
#define EXONWEAVE_LOOKS_ROWS_UP 1
#else
#define EXONWEAVE_LOOKS_ROWS_UP 0
#endif

HWY_BEFORE_NAMESPACE();
namespace exonweave::HWY_NAMESPACE {
namespace {
namespace hn = hwy::HWY_NAMESPACE;

using spliced::residue_code;

#if HWY_TARGET == HWY_SCALAR
constexpr window_costs costs_here() { return {.n_lanes = 1, .pairs = 1}; }

// Without vectors none is sorted out.
void pairs_of_windows(const window_side& across, const window_side& along, const pair_scores::table&,
                      const seed_window&, spliced::score, std::vector<window_pair>& found) {
  for (std::uint32_t a = 0; a < across.seeds.size(); ++a)
    for (std::uint32_t b = 0; b < along.seeds.size(); ++b) found.push_back({a, b});
}

void pairs_one_by_one(const window_texts&, std::span<const seed_pair> pairs, const pair_scores&, const seed_window&,
                      spliced::score, std::vector<seed_pair>& found) {
  found.insert(found.end(), pairs.begin(), pairs.end());
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
constexpr std::uint8_t first_index = EXONWEAVE_LOOKS_ROWS_UP ? 0 : block;  // of columns, what code has the index 0

std::size_t n_lanes() { return hn::Lanes(code_tag()); }

window_costs costs_here() { return {.n_lanes = n_lanes(), .pairs = EXONWEAVE_LOOKS_ROWS_UP ? 9u : 2u}; }

// Rows i and i + 8 become rows 2i and 2i + 1, their bytes in turn. After four rounds byte i of row k is in row i.
template <class D>
HWY_INLINE void transpose_blocks(D d, hn::Vec<D>* rows) {
  hn::Vec<D> made[block];
  hn::Vec<D>*read = rows, *written = made;
  for (int round = 0; round < 4; ++round) {
    for (std::size_t i = 0; i < block / 2; ++i) {
      written[2 * i] = hn::InterleaveLower(d, read[i], read[i + block / 2]);
      written[2 * i + 1] = hn::InterleaveUpper(d, read[i], read[i + block / 2]);
    }
    std::swap(read, written);
  }
}

// [position of the window][lane] the codes of windows, less first_index: what is below has the bit `none` then.
struct window_columns {
  HWY_ALIGN std::array<std::uint8_t, seed_window::length * HWY_MAX_BYTES> codes{};
};

// Of 16 windows 16 positions.
HWY_INLINE void transpose(const residue_code* const* windows, std::size_t first, std::size_t lanes,
                          std::uint8_t* columns) {
  const hn::Full128<std::uint8_t> d;
  hn::Vec<decltype(d)> rows[block];
  for (std::size_t i = 0; i < block; ++i) rows[i] = hn::LoadU(d, windows[i] + first);
  transpose_blocks(d, rows);
  const auto less = hn::Set(d, first_index);
  for (std::size_t i = 0; i < block; ++i) hn::Store(hn::Sub(rows[i], less), d, columns + (first + i) * lanes);
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
  const codes here = hn::Load(d, columns.codes.data() + position * hn::Lanes(d));
#if EXONWEAVE_LOOKS_ROWS_UP
  const __m512i both = _mm512_broadcast_i64x4(_mm256_load_si256(reinterpret_cast<const __m256i*>(row)));
  return hn::BitCast(of_sums, codes{_mm512_permutexvar_epi8(here.raw, both)});
#else
  const codes lower = hn::And(hn::Xor(here, hn::Set(d, none)), hn::Set(d, index_bits));
  return hn::Or(hn::TableLookupBytesOr0(hn::LoadDup128(of_sums, row), hn::BitCast(of_sums, lower)),
                hn::TableLookupBytesOr0(hn::LoadDup128(of_sums, row + block), hn::BitCast(of_sums, here)));
#endif
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
template <class D, class Visit>
HWY_INLINE void for_each_lane(D d, hn::Vec<D> scores, spliced::score least, std::size_t n, const Visit& visit) {
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
      for_each_lane(sum_tag(), scores_with(columns, other, scores, window), least, n, [&](std::uint32_t lane) {
        found.push_back({static_cast<std::uint32_t>(first) + lane, static_cast<std::uint32_t>(b)});
      });
    }
  }
}

// The scores of a pair as sums want them, in blocks of 16: from the seed on to the right in two, to the left in two,
// and where these end what the seed has.
//
//   slot  0 .. | 16 ..     | 32 .. | 48 ..
//         right| right seed| left  | left seed
class pair_layout {
 public:
  explicit pair_layout(const seed_window& window) {
    constexpr std::size_t half = seed_window::length / 2;
    const std::size_t end = window.left + window.span, n_right = seed_window::length - end;
    std::size_t of_seed = window.left;
    for (std::size_t k = 0; k < half; ++k) {
      position_[k] = static_cast<std::uint8_t>(k < n_right ? end + k : of_seed++);
      position_[half + k] = static_cast<std::uint8_t>(k < window.left ? window.left - 1 - k : of_seed++);
    }
    for (std::size_t k = 0; k < half; ++k)
      for (std::size_t side = 0; side < 2; ++side)
        std::fill_n(&is_beside_[k % block * seed_window::length + (side * half + k) / block * block], block,
                    k < (side == 0 ? n_right : window.left) ? 0xFF : 0);
    n_plain_ = std::min(n_right, window.left);
    n_plain_ = n_plain_ - std::min(n_plain_, block);
  }

  /// [slots] of the window
  [[nodiscard]] const std::uint8_t* positions() const { return position_.data(); }
  /// Of a block no slot before that is one of the seed.
  [[nodiscard]] std::size_t n_plain() const { return n_plain_; }
  /// [blocks][16] all bits where the slot at that place of a block is none of the seed
  [[nodiscard]] const std::uint8_t* is_beside(std::size_t k) const { return &is_beside_[k * seed_window::length]; }

 private:
  HWY_ALIGN std::array<std::uint8_t, seed_window::length> position_{};
  HWY_ALIGN std::array<std::uint8_t, block * seed_window::length> is_beside_{};
  std::size_t n_plain_;
};

#if EXONWEAVE_LOOKS_ROWS_UP
// Scores by residue and codon, 10 bits together: four rows of 32 codons are looked up at once, and of all these that
// counts which has the row of the residue.
class pair_table {
 public:
  explicit pair_table(const pair_scores& scores) {
    const auto* const all = reinterpret_cast<const __m512i*>(scores.by_residue.data());
    for (std::size_t k = 0; k < 2 * n_parts; ++k) rows_[k] = _mm512_load_si512(all + k);
    HWY_ALIGN std::array<std::uint8_t, seed_window::length> bits{};
    for (std::size_t residue = 0; residue < bits.size(); ++residue)
      bits[residue] = static_cast<std::uint8_t>(1u << (residue / rows_of_part % 8));
    part_bits_ = _mm512_load_si512(bits.data());
  }

  HWY_INLINE void scores_of(const residue_code* codons, const residue_code* residues, const pair_layout& layout,
                            std::int8_t* out) const {
    const __m512i residue = _mm512_loadu_si512(residues);
    const __m512i codon = _mm512_loadu_si512(codons);
    const __m512i part = _mm512_permutexvar_epi8(residue, part_bits_);
    const __m512i row = _mm512_and_si512(_mm512_slli_epi16(residue, 5), _mm512_set1_epi8(0x60));
    const __m512i index = _mm512_or_si512(row, codon);
    __m512i sum = _mm512_setzero_si512();
    for (std::size_t k = 0; k < n_parts; ++k) {
      const __mmask64 is_here = _mm512_test_epi8_mask(part, _mm512_set1_epi8(static_cast<char>(1u << k)));
      sum = _mm512_or_si512(sum, _mm512_maskz_permutex2var_epi8(is_here, rows_[2 * k], index, rows_[2 * k + 1]));
    }
    _mm512_store_si512(out, _mm512_permutexvar_epi8(_mm512_load_si512(layout.positions()), sum));
  }

 private:
  static constexpr std::size_t rows_of_part = 4;
  static constexpr std::size_t n_parts = (spliced::n_amino_codes + rows_of_part - 1) / rows_of_part;

  __m512i rows_[2 * n_parts];
  __m512i part_bits_;  // [residues] the bit of the part that has its row
};
#else
class pair_table {
 public:
  explicit pair_table(const pair_scores& scores) : scores_(scores) {}

  void scores_of(const residue_code* codons, const residue_code* residues, const pair_layout& layout,
                 std::int8_t* out) const {
    for (std::size_t k = 0; k < seed_window::length; ++k) {
      const std::size_t position = layout.positions()[k];
      out[k] = static_cast<std::int8_t>(scores_(codons[position], residues[position]));
    }
  }

 private:
  const pair_scores& scores_;
};
#endif

// [blocks][pairs] of 16 pairs at once
struct block_sums {
  HWY_ALIGN std::array<std::int8_t, seed_window::length> sums{}, best{}, of_seed{};
};

// rows: [16 pairs][slots]
HWY_INLINE void add_up(const std::int8_t* rows, const pair_layout& layout, block_sums& out) {
  const hn::CappedTag<std::int8_t, seed_window::length> d;
  using V = hn::Vec<decltype(d)>;
  for (std::size_t first = 0; first < seed_window::length; first += hn::Lanes(d)) {
    V slots[block];
    for (std::size_t i = 0; i < block; ++i) slots[i] = hn::Load(d, rows + i * seed_window::length + first);
    transpose_blocks(d, slots);
    V sum = hn::Zero(d), best = hn::Zero(d), of_seed = hn::Zero(d);
    for (std::size_t k = 0; k < layout.n_plain(); ++k) {
      sum = hn::SaturatedAdd(sum, slots[k]);
      best = hn::Max(best, sum);
    }
    for (std::size_t k = layout.n_plain(); k < block; ++k) {
      const V is_beside = hn::Load(d, reinterpret_cast<const std::int8_t*>(layout.is_beside(k)) + first);
      sum = hn::SaturatedAdd(sum, hn::And(slots[k], is_beside));
      best = hn::Max(best, sum);
      of_seed = hn::SaturatedAdd(of_seed, hn::AndNot(is_beside, slots[k]));
    }
    hn::Store(sum, d, out.sums.data() + first);
    hn::Store(best, d, out.best.data() + first);
    hn::Store(of_seed, d, out.of_seed.data() + first);
  }
}

// The scores of 16 pairs.
HWY_INLINE auto total(const block_sums& blocks) {
  const hn::Full128<std::int8_t> d;
  const auto part = [&](const auto& sums, std::size_t k) HWY_ATTR { return hn::Load(d, sums.data() + k * block); };
  const auto gain = [&](std::size_t k) HWY_ATTR {
    return hn::Max(part(blocks.best, k), hn::SaturatedAdd(part(blocks.sums, k), part(blocks.best, k + 1)));
  };
  auto sum = part(blocks.of_seed, 0);
  for (std::size_t k = 1; k < n_blocks; ++k) sum = hn::SaturatedAdd(sum, part(blocks.of_seed, k));
  return hn::SaturatedAdd(hn::SaturatedAdd(sum, gain(0)), gain(2));
}

void pairs_one_by_one(const window_texts& texts, std::span<const seed_pair> pairs, const pair_scores& scores,
                      const seed_window& window, spliced::score least, std::vector<seed_pair>& found) {
  const pair_table table(scores);
  const pair_layout layout(window);
  const hn::Full128<std::int8_t> d;
  HWY_ALIGN std::array<std::int8_t, block * seed_window::length> rows{};
  block_sums blocks;
  for (std::size_t first = 0; first < pairs.size(); first += block) {
    const std::size_t n = std::min(block, pairs.size() - first);
    for (std::size_t i = 0; i < n; ++i)
      table.scores_of(texts.codons + pairs[first + i].codon - window.left,
                      texts.residues + pairs[first + i].place - window.left, layout, &rows[i * seed_window::length]);
    add_up(rows.data(), layout, blocks);
    for_each_lane(d, total(blocks), least, n, [&](std::uint32_t i) { found.push_back(pairs[first + i]); });
  }
}
#endif

}  // namespace

void find_pairs(const window_side& across, const window_side& along, const pair_scores::table& scores,
                const seed_window& window, spliced::score least, std::vector<window_pair>& found) {
  pairs_of_windows(across, along, scores, window, least, found);
}

void find_of_pairs(const window_texts& texts, std::span<const seed_pair> pairs, const pair_scores& scores,
                   const seed_window& window, spliced::score least, std::vector<seed_pair>& found) {
  pairs_one_by_one(texts, pairs, scores, window, least, found);
}

window_costs costs() { return costs_here(); }

}  // namespace exonweave::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace exonweave {
namespace {

HWY_EXPORT(find_pairs);
HWY_EXPORT(find_of_pairs);
HWY_EXPORT(costs);

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

void find_seed_pairs(const window_texts& texts, std::span<const seed_pair> pairs, const seed_window& window,
                     spliced::score least, std::vector<seed_pair>& found) {
  HWY_DYNAMIC_DISPATCH(find_of_pairs)(texts, pairs, pair_scores::blosum62(), window, least, found);
}

window_costs costs_of_windows() { return HWY_DYNAMIC_DISPATCH(costs)(); }

}  // namespace exonweave
#endif

#include "exons/loci/gapped_extension.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

#ifndef HWY_WANT_AVX3_DL
#define HWY_WANT_AVX3_DL  // looks 8 bits up in 32 bytes at once
#endif
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "exons/loci/gapped_extension.cpp"
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
void scores_of_anchors(std::span<const gapped_anchor> anchors, const pair_scores& scores,
                       std::span<spliced::score> out) {
  for (std::size_t k = 0; k < anchors.size(); ++k) out[k] = gapped_score(anchors[k], scores);
}
#else

constexpr std::size_t block = 16;  // bytes within which vectors are shuffled
constexpr std::size_t max_lanes = 64;
constexpr std::size_t n_residues = gapped_band::n_residues, n_diagonals = gapped_band::n_diagonals;
constexpr std::size_t n_before = n_diagonals / 2;  // codons before those of a side: none of them is ever aligned
constexpr std::size_t n_codons = n_before + gapped_band::reach;

using lane_tag = hn::CappedTag<std::int8_t, max_lanes>;
using lanes = hn::Vec<lane_tag>;

// One side of some pairs, in the direction of growth.
struct side_texts {
  HWY_ALIGN std::array<std::array<residue_code, n_codons>, max_lanes> codons;
  HWY_ALIGN std::array<std::array<residue_code, n_residues>, max_lanes> residues;
};

// The codes from here on, or backwards from before here, a multiple of blocks. After what ends the text there is
// nothing but that.
HWY_INLINE void copy_text(const residue_code* text, bool is_left, residue_code ends, std::span<residue_code> out) {
  const hn::Full128<std::uint8_t> d;
  HWY_ALIGN static constexpr std::uint8_t descending[block] = {15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0};
  for (std::size_t k = 0; k < out.size(); k += block) {
    const auto codes = is_left ? hn::TableLookupBytes(hn::LoadU(d, text - k - block), hn::Load(d, descending))
                               : hn::LoadU(d, text + k);
    hn::StoreU(codes, d, out.data() + k);
    const auto end = hn::FindFirstTrue(d, hn::Eq(codes, hn::Set(d, ends)));
    if (end < 0) continue;
    std::fill(out.begin() + static_cast<std::ptrdiff_t>(k) + end, out.end(), ends);
    return;
  }
}

// Rows i and i + 8 become rows 2i and 2i + 1, their bytes in turn. After four rounds byte i of row k is in row i.
HWY_INLINE void transpose_blocks(lane_tag d, lanes* rows) {
  lanes made[block];
  lanes *read = rows, *written = made;
  for (int round = 0; round < 4; ++round) {
    for (std::size_t i = 0; i < block / 2; ++i) {
      written[2 * i] = hn::InterleaveLower(d, read[i], read[i + block / 2]);
      written[2 * i + 1] = hn::InterleaveUpper(d, read[i], read[i + block / 2]);
    }
    std::swap(read, written);
  }
}

// What a residue scores with one codon of each diagonal: those of the first 16, and of the others.
HWY_INLINE void look_up(const residue_code* codons, const std::int8_t* row, std::int8_t* first, std::int8_t* others) {
#if EXONWEAVE_LOOKS_ROWS_UP
  const __m256i scores = _mm256_permutexvar_epi8(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(codons)),
                                                 _mm256_load_si256(reinterpret_cast<const __m256i*>(row)));
  _mm_store_si128(reinterpret_cast<__m128i*>(first), _mm256_castsi256_si128(scores));
  _mm_store_si128(reinterpret_cast<__m128i*>(others), _mm256_extracti128_si256(scores, 1));
#else
  const hn::Full128<std::int8_t> d;
  const hn::Full128<std::uint8_t> of_codes;
  const auto index_bits = hn::Set(of_codes, 0x80 | (block - 1));  // with the first of them 0 is looked up
  const auto below = hn::Load(d, row), above = hn::Load(d, row + block);
  const auto look_block_up = [&](const residue_code* here, std::int8_t* out) HWY_ATTR {
    const auto codes = hn::LoadU(of_codes, here);
    const auto in_below = hn::And(hn::Add(codes, hn::Set(of_codes, 0x80 - block)), index_bits);
    const auto in_above = hn::And(hn::Sub(codes, hn::Set(of_codes, block)), index_bits);
    const auto scores = hn::Or(hn::TableLookupBytesOr0(below, hn::BitCast(d, in_below)),
                               hn::TableLookupBytesOr0(above, hn::BitCast(d, in_above)));
    hn::Store(scores, d, out);
  };
  look_block_up(codons, first);
  look_block_up(codons + block, others);
#endif
}

// A row of the band, in lanes of pairs: the recurrence of gapped_extension.hpp, one diagonal after another.
class band_rows {
 public:
  HWY_INLINE band_rows() {
    const lane_tag d;
    std::fill_n(scores_, n_diagonals, hn::Set(d, INT8_MIN));
    std::fill_n(down_, n_diagonals + 1, hn::Set(d, INT8_MIN));
    scores_[n_before] = best_ = hn::Zero(d);
  }

  HWY_INLINE void begin_row() { across_ = hn::Set(lane_tag(), INT8_MIN); }

  // The next row's cell of a diagonal.
  HWY_INLINE void add(std::size_t diagonal, lanes pair) {
    const lane_tag d;
    const lanes first_gap = hn::Set(d, gapped_band::first_gap), more_gaps = hn::Set(d, gapped_band::more_gaps);
    const lanes down = down_[diagonal + 1];
    const lanes matched = hn::Max(hn::SaturatedAdd(scores_[diagonal], pair), down);
    const lanes opened = hn::SaturatedSub(matched, first_gap);
    scores_[diagonal] = hn::Max(matched, across_);
    best_ = hn::Max(best_, scores_[diagonal]);
    down_[diagonal] = hn::Max(opened, hn::SaturatedSub(down, more_gaps));
    across_ = hn::Max(opened, hn::SaturatedSub(across_, more_gaps));
  }

  [[nodiscard]] HWY_INLINE lanes best() const { return best_; }

 private:
  lanes scores_[n_diagonals], down_[n_diagonals + 1];  // of the row before, and as far as it is done of this one
  lanes across_, best_;
};

// [lanes] the scores of one side of n pairs.
HWY_INLINE void score_side(const side_texts& texts, std::size_t n, const pair_scores::table& by_residue,
                           std::int8_t* out) {
  const lane_tag d;
  const std::size_t width = hn::Lanes(d);
  // [halves of the band][pairs of a block][blocks of lanes][diagonals of the half]
  HWY_ALIGN std::array<std::array<std::int8_t, block * max_lanes>, 2> scores{};
  band_rows rows;
  for (std::size_t residue = 0; residue < n_residues; ++residue) {
    for (std::size_t lane = 0; lane < n; ++lane) {
      const std::size_t place = lane % block * width + lane / block * block;
      look_up(&texts.codons[lane][residue], &by_residue[texts.residues[lane][residue] * pair_scores::row_length],
              &scores[0][place], &scores[1][place]);
    }
    rows.begin_row();
    for (std::size_t half = 0; half < scores.size(); ++half) {
      lanes pairs[block];
      for (std::size_t k = 0; k < block; ++k) pairs[k] = hn::Load(d, &scores[half][k * width]);
      transpose_blocks(d, pairs);
      for (std::size_t k = 0; k < block; ++k) rows.add(half * block + k, pairs[k]);
    }
  }
  hn::Store(rows.best(), d, out);
}

void scores_of_anchors(std::span<const gapped_anchor> anchors, const pair_scores& scores,
                       std::span<spliced::score> out) {
  const std::size_t width = hn::Lanes(lane_tag());
  side_texts texts;
  HWY_ALIGN std::array<std::int8_t, max_lanes> of_side{};
  for (std::size_t first = 0; first < anchors.size(); first += width) {
    const auto some = anchors.subspan(first, std::min(width, anchors.size() - first));
    std::fill_n(out.begin() + static_cast<std::ptrdiff_t>(first), some.size(), 0);
    for (const bool is_left : {false, true}) {
      for (std::size_t lane = 0; lane < some.size(); ++lane) {
        const auto codons = std::span(texts.codons[lane]);
        std::ranges::fill(codons.first<n_before>(), between_frames);
        copy_text(some[lane].codon, is_left, between_frames, codons.subspan<n_before>());
        copy_text(some[lane].residue, is_left, spliced::stop_amino, texts.residues[lane]);
      }
      score_side(texts, some.size(), scores.by_residue, of_side.data());
      for (std::size_t lane = 0; lane < some.size(); ++lane) out[first + lane] += of_side[lane];
    }
  }
}
#endif

}  // namespace

void gapped_scores_of(std::span<const gapped_anchor> anchors, const pair_scores& scores,
                      std::span<spliced::score> out) {
  scores_of_anchors(anchors, scores, out);
}

}  // namespace exonweave::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace exonweave {
namespace {

HWY_EXPORT(gapped_scores_of);

template <std::size_t n>
std::array<spliced::residue_code, n> side_of(const spliced::residue_code* text, bool is_left,
                                             spliced::residue_code ends) {
  std::array<spliced::residue_code, n> codes;
  codes.fill(ends);
  for (std::size_t k = 0; k < n; ++k) {
    const spliced::residue_code code = is_left ? *(text - k - 1) : text[k];
    if (code == ends) break;
    codes[k] = code;
  }
  return codes;
}

spliced::score within_lane(spliced::score sum) { return std::clamp(sum, INT8_MIN, INT8_MAX); }

spliced::score side_score(const gapped_anchor& anchor, bool is_left, const pair_scores& scores) {
  constexpr std::size_t n = gapped_band::n_diagonals, middle = n / 2;
  const auto residues = side_of<gapped_band::n_residues>(anchor.residue, is_left, spliced::stop_amino);
  const auto codons = side_of<gapped_band::reach>(anchor.codon, is_left, between_frames);
  std::array<spliced::score, n> here;
  std::array<spliced::score, n + 1> down;
  here.fill(INT8_MIN);
  down.fill(INT8_MIN);
  here[middle] = 0;
  spliced::score best = 0;
  for (std::size_t residue = 0; residue < residues.size(); ++residue) {
    spliced::score across = INT8_MIN;
    for (std::size_t diagonal = 0; diagonal < n; ++diagonal) {
      const bool is_before = residue + diagonal < middle;
      const spliced::residue_code codon = is_before ? between_frames : codons[residue + diagonal - middle];
      const spliced::score gap = down[diagonal + 1];
      const spliced::score matched = std::max(within_lane(here[diagonal] + scores(codon, residues[residue])), gap);
      const spliced::score opened = within_lane(matched - gapped_band::first_gap);
      here[diagonal] = std::max(matched, across);
      best = std::max(best, here[diagonal]);
      down[diagonal] = std::max(opened, within_lane(gap - gapped_band::more_gaps));
      across = std::max(opened, within_lane(across - gapped_band::more_gaps));
    }
  }
  return best;
}

}  // namespace

spliced::score gapped_score(const gapped_anchor& anchor, const pair_scores& scores) {
  return side_score(anchor, false, scores) + side_score(anchor, true, scores);
}

void find_gapped_scores(std::span<const gapped_anchor> anchors, std::span<spliced::score> scores) {
  HWY_DYNAMIC_DISPATCH(gapped_scores_of)(anchors, pair_scores::blosum62(), scores);
}

double as_ungapped_score(spliced::score gapped) {
  constexpr double lambda = 0.267, k = 0.041, ungapped_lambda = 0.3176, ungapped_k = 0.134;
  return (lambda * gapped + std::log(ungapped_k / k)) / ungapped_lambda;
}

}  // namespace exonweave
#endif

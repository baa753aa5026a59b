// How queries and text lie in memory for matches without gaps, and what is computed of them.
//
// **Strips.** Queries are packed into strips of n_blocks blocks. Where a query is longer than a strip its next part
// begins with the last block of the part before, for context: no match is reported there.
//
// **Open stretches.** Of the text remain the stretches of 20 and more amino acids between what ends matches; a third of
// the six frames of a genome goes, and hardly a match with it. They are cut into windows.
//
// **The filter.** Residues of strips are read by pairs, and so is the text, once from its first and once from its
// second residue on. With d(a, b) of both pairs, along a diagonal of pairs
//
//   h(i) = max(0, h(i - 1) + d(i)),    a hit: h(i) >= least - pair_loss for an i in the block and the window
//
// so a match begins and ends between pairs, and loses 1.1 half-bits there on average. In the second half of each block
// d(i) is rounded to E5M2 (FP8: Micikevicius et al. 2022), which takes half of the memory: to 3 binary digits, so up to
// 8 nothing changes. Rows begin with 0 `context` residues before the first window of a chunk.
//
// **Matches.** Of each hit the best cell of
//
//   H(i, j) = max(0, H(i - 1, j - 1) + d(i, j)),    0 `context` residues before the block, or where its strip begins
//
// in the block, and in the window or the first residue after it: of equal ones the first in the text, then in the
// query. It is a match where it scores `least`.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/threads/on_threads.hpp"
#include "spliced/scoring/alphabet.hpp"
#include "spliced/scoring/score.hpp"

namespace exonweave::spliced {

/// Where a match without gaps ends: its last pair.
struct gapless_match {
  std::uint32_t position = 0;  // in the text
  std::uint32_t place = 0;     // in the residues of all queries
  score value = 0;             // of the match, up to there

  auto operator<=>(const gapless_match&) const = default;
};

namespace gapless {

constexpr std::uint8_t n_amino_acids = 20;
/// Letters of queries beyond the amino acids: what scores 0 with all of them, and what ends matches.
constexpr std::uint8_t masked = 20, end_of_query = 21, n_query_letters = 22;
/// The letter of a text that ends matches.
constexpr std::uint8_t end_of_text = 20, n_text_letters = 21;

constexpr std::size_t n_blocks = 16;          // of a strip
constexpr std::size_t window_length = 128;    // residues of the text
constexpr std::size_t windows_of_chunk = 32;  // that are computed one after the other
constexpr std::size_t chunk_length = windows_of_chunk * window_length;
constexpr std::size_t context = 64;  // residues
constexpr std::size_t margin = 128;  // residues before the first window of a text
constexpr std::size_t min_stretch = 20;
constexpr score pair_loss = 2;
/// Of a pair that ends matches: more than any match has.
constexpr score of_end = -60'000;

/// To the nearest of E5M2, of two equally near ones to that with an even last digit.
constexpr score rounded_to_e5m2(score value) {
  const score size = value < 0 ? -value : value;
  score unit = 1;
  while (size / unit >= 8) unit *= 2;
  const score digits = size / unit, rest = 2 * (size % unit);
  const score rounded = (digits + (rest > unit || (rest == unit && digits % 2 == 1) ? 1 : 0)) * unit;
  return value < 0 ? -rounded : rounded;
}

/// [query letters][text letters] BLOSUM62, half-bits.
using score_table = std::array<std::array<score, n_text_letters>, n_query_letters>;
const score_table& scores();

}  // namespace gapless

/// All queries, one after the other with something between them that is none of their residues.
struct gapless_queries {
  std::span<const residue_code> residues;  // what is none of the 20 amino acids counts for nothing
  struct range {
    std::uint32_t first = 0, last = 0;  // half-open
  };
  std::span<const range> queries;  // of residues
};

struct query_strips {
  static constexpr std::uint32_t no_place = UINT32_MAX;

  std::size_t block_length = 0;
  std::vector<std::uint8_t> letters;  // [strips][n_blocks][block_length]
  std::vector<std::uint32_t> places;  // [strips][n_blocks] of a block's first residue; no_place: has no matches

  [[nodiscard]] std::size_t strip_length() const { return gapless::n_blocks * block_length; }
  [[nodiscard]] std::size_t n_strips() const { return places.size() / gapless::n_blocks; }

  /// `block_length` is even.
  static query_strips pack(const gapless_queries& queries, std::size_t block_length);
};

/// A text's open stretches, in whole chunks.
struct open_text {
  std::vector<std::uint8_t> letters;  // the margin, [chunks][chunk_length], the margin
  struct stretch {
    std::uint32_t letter, position;  // of its first residue: in letters, and in the text
  };
  std::vector<stretch> stretches;  // ascending

  [[nodiscard]] std::size_t n_chunks() const { return (letters.size() - 2 * gapless::margin) / gapless::chunk_length; }
  /// In the text, of one of `letters` that is an amino acid.
  [[nodiscard]] std::uint32_t position_of(std::uint32_t letter) const;

  static open_text pack(std::span<const residue_code> text);
};

/// What finds, without seeds, every good match without gaps between queries and a text, as the prefilter of MMseqs2
/// does on GPUs (Kallenborn et al. 2025).
class gapless_finder {
 public:
  virtual ~gapless_finder() = default;

  /// Matches that score `least` (at least 3) or more, in no order. All codes of `text` but those of the 20 amino acids
  /// end matches. A match that begins or ends with a pair of little worth, and scores hardly more than `least`, may be
  /// missed. Throws run_stopped, and what devices throw.
  virtual std::vector<gapless_match> find(std::span<const residue_code> text, score least,
                                          const run_control& control) = 0;
};

}  // namespace exonweave::spliced

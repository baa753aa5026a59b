// What a codon of a frame and a residue of a target score next to each other: BLOSUM62 in half-bits, in tables of 8
// bits that vectors look up.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "spliced/scoring/alphabet.hpp"
#include "spliced/scoring/score.hpp"

namespace exonweave {

/// Stands between frames. A stop between targets is the same for residues.
constexpr spliced::residue_code between_frames = 31;

struct pair_scores {
  static constexpr std::size_t row_length = 32;
  static constexpr spliced::score beyond_ends = -100;  // of a pair with what stands between: ends every segment
  using table = std::array<std::int8_t, row_length * row_length>;

  alignas(64) table by_codon;    // [codon][residue]
  alignas(64) table by_residue;  // [residue][codon]

  [[nodiscard]] spliced::score operator()(spliced::residue_code codon, spliced::residue_code residue) const {
    return by_codon[codon * row_length + residue];
  }
  /// Made once.
  static const pair_scores& blosum62();
};

}  // namespace exonweave

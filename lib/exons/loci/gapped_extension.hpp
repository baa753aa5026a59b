// Gapped scores around many pairs at once. From a pair of a codon and a residue an alignment grows to both sides, in a
// band of diagonals and with affine costs of gaps. Homologues of low identity are often broken by gaps before any
// ungapped piece of them scores more than chance does.
//
//   codons     ..WDNPQR-HEVLKA..     64 residues on each side of the pair, and the codons of 32 diagonals: that of the
//   residues   ..WENPQKSHELL-A..     pair, 16 below and 15 above it in the direction of growth
//
// Each side, with i residues and j codons of it, and s(i, j) what residue i and codon j score:
//
//   H(0, 0) = 0
//   M(i, j) = max( H(i - 1, j - 1) + s(i, j), D(i, j) )          a codon and a residue, or after a gap below them
//   D(i, j) = max( M(i - 1, j) - 12, D(i - 1, j) - 1 )           residues without a codon
//   A(i, j) = max( M(i, j - 1) - 12, A(i, j - 1) - 1 )           codons without a residue
//   H(i, j) = max( M(i, j), A(i, j) )
//
// Its score is the largest H; that of the pair is the sum of both sides. Values end at -128 and at 127: who scores 127
// on a side is far beyond any threshold.
#pragma once

#include <cstddef>
#include <span>

#include "exons/loci/pair_scores.hpp"
#include "spliced/scoring/alphabet.hpp"
#include "spliced/scoring/score.hpp"

namespace exonweave {

struct gapped_band {
  static constexpr std::size_t n_residues = 64;                       // of a side
  static constexpr std::size_t n_diagonals = 32;                      // those before the pair's are half of them
  static constexpr spliced::score first_gap = 12, more_gaps = 1;      // half-bits: a gap of n costs 11 + n
  static constexpr std::size_t reach = n_residues + n_diagonals / 2;  // codes of a side that are read
};

/// Each points into a text with gapped_band::reach codes from here on, and as many before. An alignment ends where
/// something stands between frames or between targets.
struct gapped_anchor {
  const spliced::residue_code *codon, *residue;
};

/// Of one pair.
spliced::score gapped_score(const gapped_anchor& anchor, const pair_scores& scores = pair_scores::blosum62());

/// [anchors] the same of all, as fast as vectors are.
void find_gapped_scores(std::span<const gapped_anchor> anchors, std::span<spliced::score> scores);

/// A score without gaps that chance gives as often, half-bits: of BLOSUM62 lambda is 0.267 and K 0.041 where a gap of n
/// costs 11 + n, and 0.3176 and 0.134 without gaps (Altschul and Gish 1996).
double as_ungapped_score(spliced::score gapped);

}  // namespace exonweave

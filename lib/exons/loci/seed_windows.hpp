// Which pairs of windows around seeds score enough to be grown: all windows of a word on one side next to each other in
// lanes of 8 bits, those of the other side one after another.
//
//   window    64 pairs:  <-- left --[ seed ]-- right -->
//   score     of the seed, and the largest sums from there to the right and to the left
//
// Sums of 8 bits end at 127, and at -128: pairs may score more than by window_score, and never less.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "exons/loci/pair_scores.hpp"
#include "exons/loci/seeds.hpp"

namespace exonweave {

struct seed_window {
  static constexpr std::size_t length = 64;

  std::size_t left, span;  // pairs before the seed, and of it
};
/// The seed lies in the middle.
constexpr seed_window window_around(std::size_t span) { return {(seed_window::length - span) / 2, span}; }

/// One pair of windows, whose seeds begin at these; what stands beyond an end ends the window.
spliced::score window_score(const spliced::residue_code* codon, const spliced::residue_code* residue,
                            const seed_window& window, const pair_scores& scores = pair_scores::blosum62());

/// Seeds of a word in a text that has a whole window around each.
struct window_side {
  const spliced::residue_code* text;
  std::span<const std::uint32_t> seeds;
};

/// A seed of either side.
struct window_pair {
  std::uint32_t across, along;  // [seeds]
};

/// Appends the pairs that may score `least` (1 to 127) or more. `scores` is [code along][code across]: of pair_scores
/// the table of the side that stands along.
void find_window_pairs(const window_side& across, const window_side& along, const pair_scores::table& scores,
                       const seed_window& window, spliced::score least, std::vector<window_pair>& found);

/// What pairs of windows are taken from: each text has a whole window around each seed.
struct window_texts {
  const spliced::residue_code *codons, *residues;
};

/// A seed of both texts.
struct seed_pair {
  std::uint32_t codon, place;
};

/// Appends those of single pairs that may score `least` (1 to 127) or more. For words that are few on both sides.
void find_seed_pairs(const window_texts& texts, std::span<const seed_pair> pairs, const seed_window& window,
                     spliced::score least, std::vector<seed_pair>& found);

/// What takes how long here, about.
struct window_costs {
  std::size_t n_lanes;  // windows next to each other
  std::size_t pairs;    // single pairs that take as long as these with one window of the other side
};
window_costs costs_of_windows();

}  // namespace exonweave

// A strand as what happens in its rows, for machines that compute bounds of all its chains against one target after the
// other: flat arrays without pointers, alike for all targets. What the events do, and in which order, is that of
// exons/sweep/bound_sweep.hpp.
//
// Rows come in triples, of one row of each frame, and triples in windows. A row is a word: the low byte is the profile
// row of the codon that it is made of, and the bits above are events. An event has a word of `events`: of a triple
// first where chains start, row by row, then what enters, row by row, then all others, row by row, and of a row in the
// order of the enum. Its low half is a weight, signed; what is above reports codes.
//
// Weights of introns count what their lengths cost from the begin of the window on.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "spliced/scoring/alphabet.hpp"
#include "spliced/scoring/score.hpp"

namespace exonweave::spliced {

enum bound_event : std::uint32_t {
  // Of the making of rows.
  bound_kills = 1U << 8,      // the row above does not go on; no word
  bound_ends = 1U << 9,       // a chain ends with the row above; no word
  bound_starts = 1U << 10,    // one begins there, after which this row is made
  bound_enters_1 = 1U << 11,  // out of junction 1, by a codon
  bound_enters_2 = 1U << 12,  // out of junction 2
  // Of what happens after them.
  bound_enters_0 = 1U << 13,  // out of junction 0, into the row
  // Chains end that a stop codon ends which an intron splits; the weight is that of the event before.
  bound_ends_split = 1U << 14,
  bound_passes = 1U << 15,      // from junction 1 into junction 2 by the best residue; so go split stop codons
  bound_begins_cut = 1U << 16,  // chains begin in the row
  bound_leaves_0 = 1U << 17,    // into junction 0
  bound_leaves_1 = 1U << 18,    // into junction 1
  bound_leaves_2 = 1U << 19,    // into junction 2 by a codon
  bound_ends_cut = 1U << 20,    // chains end with the row
};
constexpr std::uint32_t bound_after = bound_enters_0 | bound_ends_split | bound_passes | bound_begins_cut |
                                      bound_leaves_0 | bound_leaves_1 | bound_leaves_2 | bound_ends_cut;

// In words of events.
constexpr unsigned bound_set_shift = 16;      // the codon's set, 8 bits
constexpr std::uint32_t bound_no_set = 0xFF;  // there is no such codon
// What leaves may begin there, or end after the intron, with a start codon, or a stop codon, that the intron splits.
constexpr std::uint32_t bound_begins_start = 1U << 24;
constexpr std::uint32_t bound_begins_stop = 1U << 25;

struct bound_stream {
  static constexpr std::size_t max_rows = 24;  // of the profile
  static constexpr std::size_t max_of_set = 8;

  std::vector<std::array<std::uint32_t, 4>> triples;  // the fourth word is not used
  std::vector<std::uint32_t> events;
  std::vector<std::uint32_t> first_event;  // [windows + 1]
  std::vector<std::int32_t> paid;          // [windows] what junctions lose at a window's begin
  std::uint32_t window_triples = 0;
  score heaviest = 0;        // what weights add to a chain, or to a part of one, at most
  score largest_weight = 0;  // absolute, of events

  // [profile rows] what they stand for; of the last one: all of them, as the best of them.
  std::vector<residue_code> residues;
  std::vector<std::array<std::uint8_t, max_of_set>> sets;  // profile rows, the last one of a set repeated

  [[nodiscard]] std::size_t n_windows() const { return paid.size(); }
};

}  // namespace exonweave::spliced

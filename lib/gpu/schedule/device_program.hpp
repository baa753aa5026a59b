// A row schedule as a device executes it: the same rows, in registers wherever they go on as the next row.
//
// A warp holds three rows in registers, the *frames*; all others are at *homes*, in memory. A program is a stream of 32-bit
// words, the same for all targets:
//
//   step    up to three frames become the row below by a residue each; rows at homes may be let in
//   gather  dst = max over some rows + weights, and what was there, or not; each may first become the row below by a residue
//   state   L and what T may still gain (recurrence.hpp) of a frame's next row; both go on by themselves
//   source  a home becomes the source's row
//   save    a checkpoint: rows are written down as they are, one behind the other
//   end
//
// Lanes drift. A lane of column j of a tile that begins at j0 holds more than its score by extend * (j - j0), and in a frame
// by extend for each residue since the frame was set: so a gap that goes on costs nothing, and its lanes stay as they
// are. What a frame's row has drifted is known here, when a program is made, and taken off by the weights of what is gathered.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "spliced/graph/large_vector.hpp"
#include "spliced/graph/row_schedule.hpp"

namespace exonweave::gpu {

constexpr std::uint32_t n_frames = 3;
/// The most that a frame's row drifts before it is set back.
constexpr std::int32_t most_drift = 4096;

/// Of gap_costs::extend, which lanes drift by.
constexpr std::int32_t most_extend = 16'384;

/// A row at home may be this much more or less than its lanes.
constexpr std::int32_t most_home_offset = 1000;

/// Where a row is: a frame, a home, or nowhere (what nothing reaches).
using location = std::uint32_t;
constexpr location no_row = 0x3FF;
constexpr location home_location(std::uint32_t home) { return n_frames + home; }

enum class device_op : std::uint32_t { step, gather, state, source, save, end };

/// How an op lies in words; [first bit, bits] of the first one, the op itself in bits 0..2.
///
///   step    mask [3, 3], entries [6, 3], residues [9, 5] [14, 5] [19, 5], bounded [24, 3]; then for each frame that entries
///           name: entry_word
///   gather  n [3, 8], dst [11, 10], is_first [21, 1]; then n of source_word
///   state   frame [3, 2]; then L, and T's further gain, which programs with checkpoints do not tell
///   source  dst [11, 10]
///   save    n [3, 12]; then n of entry_word
template <std::uint32_t at, std::uint32_t bits>
struct word_field {
  static constexpr std::uint32_t first_bit = at;
  static constexpr std::uint32_t most = (std::uint32_t{1} << bits) - 1;
  static constexpr std::uint32_t of(std::uint32_t word) {
    return word >> at & ((std::uint32_t{1} << bits) - 1);
  }
  static constexpr std::uint32_t with(std::uint32_t value) { return value << at; }
};
namespace words {
using op = word_field<0, 3>;
using mask = word_field<3, 3>;
using entries = word_field<6, 3>;
/// A step's residue for a frame.
constexpr std::uint32_t residue_of(std::uint32_t word, std::uint32_t frame) {
  return word >> (9 + 5 * frame) & 31;
}
constexpr std::uint32_t with_residue(std::uint32_t residue, std::uint32_t frame) {
  return residue << (9 + 5 * frame);
}
/// Frames of a step whose rows' largest values are told by ranges of columns.
using bounded = word_field<24, 3>;
using n_gathered = word_field<3, 8>;
using dst = word_field<11, 10>;
using is_first = word_field<21, 1>;
using frame = word_field<3, 2>;
using n_saved = word_field<3, 12>;
// Of an entry_word and a source_word: where the row is, and what is added to it, in two's complement.
using entry_location = word_field<0, 10>;
using entry_weight = word_field<16, 16>;
// Of a source_word: the residue, and whether the weight is the word behind.
using residue = word_field<10, 5>;
using is_heavy = word_field<15, 1>;
constexpr std::uint32_t no_residue = 31;
}  // namespace words

/// A weight of 16 bits that is read as signed.
constexpr std::int32_t signed_weight(std::uint32_t bits) {
  return static_cast<std::int32_t>(bits ^ 0x8000u) - 0x8000;
}

struct device_program {
  spliced::large_vector<std::uint32_t> words;
  std::vector<spliced::residue_code> residues;  // that occur; a program's residue is an index of these
  std::uint32_t n_homes = 0;                    // those that are used most come first
  location sink = no_row;
  spliced::score sink_offset = 0;  // the sink's row is what is there plus this
  // What one residue takes from L and gives to T's further gain; 0 without residue_ends.
  spliced::score residue_cost = 0;
  // A checkpoint lies before each block whose number this divides: the slots that are live there, in the order of
  // row_schedule::live_slots. 0: there are none.
  std::size_t stride = 0;
};

/// `gaps` and `residue_ends` as in problem, `stride` as in device_program. The schedule was made in steps. Throws std::invalid_argument for gaps that
/// cost more than most_extend for each symbol, for more than 31 distinct residues, and for more live rows than locations:
/// many candidates that overlap. Scores must stay within 32 bits (check_score_range).
device_program make_program(const spliced::graph_view& graph, const spliced::row_schedule& schedule,
                            spliced::gap_costs gaps, const std::optional<spliced::gap_costs>& residue_ends,
                            std::size_t stride = 0);

/// Weights below this could take a lane out of its range: a row is raised before they are added.
constexpr std::int32_t light_weight = -4000;

}  // namespace exonweave::gpu

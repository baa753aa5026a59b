// The ops that machines of rows execute: a straight-line program over row slots, made once for all targets. Graphs
// (row_schedule.hpp) and tracks (sweep/sweep_program.hpp) are compiled to them.
//
// A slot holds a row: S and F by column (recurrence.hpp). Slot 0 holds a row that nothing reaches. Ops, in order:
//
//   begin     dst = the source's row + weight                           is_first always
//   merge     dst = max(dst, src + weight)                              element-wise, both planes
//   residue   dst = max(dst, weight + the row below src by a residue, not closed)
//   steps     up to max_steps rows that do not read each other: dst = close(max(row below above, entry))
//   run       rows one below the other, as the program's own table of runs has them
//   end       a chain ends with src, worth its best score + weight
//
// `is_first`: dst is set, not maximised.
#pragma once

#include <cstddef>
#include <cstdint>

#include "spliced/graph/graph_view.hpp"

namespace exonweave::spliced {

using slot_id = std::uint32_t;

constexpr slot_id nothing = 0;
constexpr std::size_t max_steps = 3;

enum class row_op_kind : std::uint8_t { begin, merge, residue, steps, run, end };

/// What chains do that go over an op: from what it reads to what it makes. Schedules name no borders.
enum class exon_border : std::uint8_t { none, start, end };

struct row_op {
  row_op_kind kind;
  exon_border border = exon_border::none;
  bool is_first : 1 = false;
  bool is_last : 1 = false;           // src is not read any more, before it is set (find_uses.hpp)
  bool is_dead : 1 = false;           // nobody reads what it makes: it is not run
  std::uint8_t n_steps = 0;           // steps
  residue_code residue = no_residue;  // residue
  gap_weight in_gap = 0;              // residue
  slot_id dst = nothing;              // begin, merge, residue; of a schedule's run the last row
  slot_id src = nothing;              // merge, residue, end; of a schedule's run the row above its first
  union {
    score weight = 0;     // all but steps and runs
    std::uint32_t index;  // steps: the first one; run: which
  };
};

struct row_step {
  slot_id dst;
  slot_id above = nothing;                                    // closed; nothing: the row is made of `entry` alone
  slot_id entry = nothing;                                    // not closed, or closed: lets more in
  residue_code residue = no_residue;                          // with `above`
  bool is_last_above : 1 = false, is_last_entry : 1 = false;  // as row_op::is_last
  gap_weight in_gap = 0;                                      // with `above`
};

}  // namespace exonweave::spliced

// What a sweep over a strand computes, as a straight-line program over row slots: the same for all targets and for all
// tiles of their columns. Everything in it is linear in (max, +), so it can be run from its begin, which gives what
// leads to each row, and transposed from its end, which gives what each row can still earn (sweep_machine.hpp). It
// comes in windows, one after the other, each of which may be made alone and thrown away.
//
// Its ops are those of row_ops.hpp. Slots hold L and T next to S and F. A step's `dst` may be its `above`. A run is:
// for some positions p, one after the other, slot p mod 3 = close(the row below itself by the codon before p).
//
// Every chain is a way through the program, and at any place between two ops it is in one of the slots that live there,
// or has not begun, or has ended. Where exons start and end ops tell: see exon_border.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "spliced/graph/row_ops.hpp"

namespace exonweave::spliced {

struct sweep_op : row_op {
  std::uint32_t number = 0;    // with a border: which one, in the order of ops
  std::uint32_t position = 0;  // of the border, in nt of the track
};

/// Rows where nothing happens but codon after codon.
struct sweep_run {
  std::array<slot_id, max_steps>
      slots;                       // by the remainder of a row's position; of some rows there may be none: nothing
  std::uint32_t first = 0, n = 0;  // positions; codons begin three before
};

/// What a range of ops computes.
struct sweep_counts {
  std::uint64_t rows = 0;          // that are closed
  std::uint64_t residue_rows = 0;  // that are not
  std::uint64_t merges = 0;
  [[nodiscard]] std::uint64_t computed() const { return rows + residue_rows; }
  sweep_counts& operator+=(const sweep_counts& more) {
    rows += more.rows;
    residue_rows += more.residue_rows;
    merges += more.merges;
    return *this;
  }
};

/// Those of some positions.
struct sweep_window {
  std::vector<sweep_op> ops;
  std::vector<row_step> steps;
  std::vector<sweep_run> runs;
  std::uint32_t first_border = 0, last_border = 0;  // numbers of its ops, half-open
  std::vector<slot_id> live;                        // before it: the rows that somebody holds
  std::vector<slot_id> unread;                      // of these: that no op reads before they go
  std::vector<slot_id> junctions;  // of these: with chains that are in an intron, far enough to leave it
  sweep_counts counts;             // of all its ops

  [[nodiscard]] std::uint32_t n_ops() const { return static_cast<std::uint32_t>(ops.size()); }
  [[nodiscard]] std::uint32_t n_borders() const { return last_border - first_border; }
  [[nodiscard]] sweep_counts count(std::uint32_t first_op, std::uint32_t last_op) const {
    sweep_counts found;
    for (std::uint32_t o = first_op; o < last_op; ++o) {
      const sweep_op& op = ops[o];
      if (op.is_dead) continue;
      if (op.kind == row_op_kind::steps) found.rows += op.n_steps;
      if (op.kind == row_op_kind::run) found.rows += runs[op.index].n;
      found.residue_rows += op.kind == row_op_kind::residue ? 1 : 0;
      found.merges += op.kind == row_op_kind::merge ? 1 : 0;
    }
    return found;
  }
};

/// What holds of all windows.
struct sweep_outline {
  std::span<const residue_code> codons;  // that begin at each position; what runs read
  std::span<const gap_weight> in_gap;    // [codons] what each earns in gaps; empty: nothing has gap weights
  std::vector<score> min_in_gap;         // [residue codes] at most 0; empty without gap weights
  std::int64_t window_length = 0;        // nt of the track; the last one may be shorter
  std::int64_t longest_wait = 0;         // nt from a border's position to its op, but for the rest of a window
  std::uint32_t n_slots = 1;
  std::uint32_t max_borders = 0, max_live = 0;  // of a window
  sweep_counts counts;
  // At least the sum of weights over any part of a chain, each residue with what it earns in a gap, and at least 0.
  score heaviest = 0;
  std::int64_t largest_weight = 0;  // absolute, of ops
  score offset = 0;                 // by how much slots of introns may exceed what chains in them are worth
};

}  // namespace exonweave::spliced

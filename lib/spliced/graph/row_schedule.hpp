// A row graph compiled for engines: a flat program over row slots, made once per region and strand, for all targets.
// It knows no nodes and no edges, only rows: which to compute from which, in what order, and where they live meanwhile.
//
// Its ops are those of row_ops.hpp, without ends and borders. A run's rows are the residues of a run of the graph, or
// of a piece of it. L and T (unaligned ends of a chain) are no planes here. L(i) does not depend on the target: `lead`
// of a step is what L lets into its row. T(i) follows from the largest S of rows, which engines report. A row is worth
// what its slot holds plus an offset that the program knows: weights that all of a junction's inputs pay need no op.
//
// Ops are cut into blocks. Between two blocks the rows that are live are those of `live_slots`: a checkpoint. An engine
// that keeps a block copies its rows out: those of steps and runs as they are computed, and those that are put together
// from others, of which `live_rows` say before which op they are complete, and where.
//
// The smallest example: two exons, ACG and GT. The second begins a chain, or follows the first after an intron that
// costs 5; a chain may end with either. What is made of them, and what the slots hold after each op:
//
//   node                     op                          slot 1   slot 2   slot 3
//   0  source                begin   1                   source
//   1  run ACG, from 0       steps   2 = A below 1       source   A
//                            steps   3 = C below 2       source            C
//                            steps   2 = G below 3       source   G
//   2  junction, from 1      none                        source   G
//   3  run GT, from 0, 2     merge   1 = max(1, 2 - 5)   entry    G
//                            steps   3 = G below 1                G        G
//                            steps   1 = T below 3       T        G
//   4  sink, from 1, 3       merge   2 = max(2, 1)                sink
//
// Before the first merge a live row says that the junction is slot 2 with the offset -5: nothing is computed for it.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "spliced/graph/graph_view.hpp"
#include "spliced/graph/large_vector.hpp"
#include "spliced/graph/row_ops.hpp"
#include "spliced/scoring/score.hpp"

namespace exonweave::spliced {

/// Rows of a graph in the order of its nodes: of each node its entry row, then one per residue.
using row_id = std::uint32_t;

struct schedule_step : row_step {
  score lead = unreachable;  // L(i)
  row_id row = 0;
};

/// Consecutive rows of a run: the last one ends in `dst`.
struct row_run {
  std::uint64_t first_residue = 0;  // of graph_view::residues
  std::uint32_t n_residues = 0;
  score lead = unreachable;  // L of the first; that of the next is residue_ends->extend less, and its gap weight more
  row_id row = 0;            // of the first
};

/// A row that is put together from others, by no step and no run.
struct live_row {
  std::uint32_t op;  // complete before this op, or the end
  slot_id slot;
  row_id row;
  score offset;  // the row's value is that of the slot plus this
};

/// Half-open ranges. The rows of a block are its live rows, then of its steps, then of its runs.
struct schedule_block {
  std::uint32_t first_op = 0, last_op = 0;
  std::uint32_t first_live_row = 0, last_live_row = 0;  // ascending by op
  std::uint32_t first_step = 0, last_step = 0;          // of its ops
  std::uint32_t first_run = 0, last_run = 0;
  std::uint32_t first_live = 0, last_live = 0;  // of live_slots: those that hold rows before the block
  row_id lowest_row = std::numeric_limits<row_id>::max(), highest_row = 0;
  std::uint32_t n_computed = 0;  // rows that an engine computes: steps, rows of runs, merges with a residue
  std::uint32_t n_run_rows = 0;

  [[nodiscard]] std::uint32_t n_live_rows() const { return last_live_row - first_live_row; }
  [[nodiscard]] std::uint32_t n_before_runs() const { return n_live_rows() + last_step - first_step; }
  [[nodiscard]] std::uint32_t n_rows() const { return n_before_runs() + n_run_rows; }
};

/// The work that a schedule is: the only source of such figures.
struct graph_counts {
  std::uint64_t rows = 0;            // of steps and runs: computed and closed
  std::uint64_t residue_merges = 0;  // rows computed and not closed
  std::uint64_t merges = 0;
  std::uint64_t max_live_rows = 0;   // between blocks
  std::uint64_t max_block_rows = 0;  // schedule_block::n_rows()
};

struct schedule_options {
  bool in_steps = true;  // runs as steps, interleaved by position; else as runs
  // Rows that a block keeps, about; a run is cut into pieces of as many. Where far more are live a block keeps as many
  // as those, so that checkpoints take no more than blocks do.
  std::uint32_t block_rows = 64;
  // Rows of an op, at most max_steps. With one, rows come in the order of their places, and are let in elsewhere
  // before the next one.
  std::uint32_t steps_at_once = max_steps;
};

struct row_schedule {
  large_vector<row_op> ops;
  large_vector<schedule_step> steps;
  large_vector<row_run> runs;
  large_vector<live_row> live_rows;
  large_vector<slot_id> live_slots;
  std::vector<schedule_block> blocks;  // at least one
  std::vector<row_id> highest_so_far;  // [blocks] the highest row of these and all blocks before
  large_vector<row_id> first_row;      // [nodes]
  large_vector<score> leads;           // [nodes] L of the entry row; empty without residue_ends
  std::vector<bool> is_reached;        // [nodes] some path from the source leads there
  std::uint32_t n_slots = 1;
  std::uint32_t n_rows = 0;  // ids
  slot_id sink = nothing;    // holds the sink's row after the last block
  score sink_offset = 0;
  // The largest sum of weights over any part of a path, at least 0, each residue with what it earns in a gap.
  score heaviest = 0;
  std::int64_t largest_weight = 0;  // absolute, of merges
  score lowest_offset = 0;          // of all slots, at most 0
  std::int64_t all_weights = 0;     // the sum of the absolute weights of all edges, and of all residues in gaps
  std::uint32_t residue_codes = 0;  // of runs: a bit per code that occurs
  graph_counts counts;
  // Where residues have gap weights; else empty.
  std::vector<score> min_in_gap;  // [codes that occur] at most 0

  /// The block that a row that is reached belongs to.
  [[nodiscard]] std::size_t block_of(row_id row) const;
  /// Which of a block's rows it is. Nothing where it is none of them.
  [[nodiscard]] std::optional<std::uint32_t> index_in(const schedule_block& block, row_id row) const;
  /// What is to be added to one of a block's rows, where it is complete.
  [[nodiscard]] score offset_of(const schedule_block& block, std::uint32_t index) const {
    return index < block.n_live_rows() ? live_rows[block.first_live_row + index].offset : 0;
  }
  [[nodiscard]] std::uint64_t bytes() const;
};

/// `residue_ends` as in problem: what L costs.
row_schedule make_schedule(const graph_view& graph, const std::optional<gap_costs>& residue_ends,
                           const schedule_options& options);

// How large a schedule may become while it is made, and what its making holds next to it.

/// Thrown when a schedule outgrows its limit, before it is much larger.
struct schedule_too_large : std::length_error {
  explicit schedule_too_large(std::uint64_t expected)
      : std::length_error("the schedule would take about " + std::to_string(expected) + " bytes"),
        expected_bytes(expected) {}
  std::uint64_t expected_bytes;  // of the whole schedule, if the rest is like what was made
};

/// As make_schedule(). Throws schedule_too_large when row_schedule::bytes() would be more than `max_bytes`.
row_schedule make_schedule_within(const graph_view& graph, const std::optional<gap_costs>& residue_ends,
                                  const schedule_options& options, std::uint64_t max_bytes);

/// What is held next to the graph and the schedule while that is made, at most. Bytes.
std::uint64_t bytes_of_making_schedule(const graph_view& graph, const schedule_options& options);

/// What the schedule of a graph takes at least, before it is made. Bytes.
std::uint64_t min_bytes_of_schedule(const graph_view& graph);

}  // namespace exonweave::spliced

// Turns a row graph into a row schedule. How rows come to need few ops:
//
// - An entry row of one input is the input's row plus an offset: no op (an alias).
// - A junction that goes on from the one before takes over its slot. Whoever else reads that one is served first: the
//   junction's row is let into their entry rows early. So a junction chain is one slot, updated in place.
// - Rows, and runs, that do not read each other are put together, looking ahead a little.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "spliced/graph/graph_view.hpp"
#include "spliced/graph/large_vector.hpp"
#include "spliced/graph/row_schedule.hpp"

namespace exonweave::spliced {

// Slots of a schedule while it is made: who still reads them, and which are free.

class slot_pool {
 public:
  [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(readers_.size()); }
  /// Slots that somebody will read, or will never be read.
  [[nodiscard]] std::uint32_t n_taken() const { return size() - static_cast<std::uint32_t>(free_.size()); }

  /// A slot that `n_readers` will read: a free one, or one more.
  slot_id take(std::uint32_t n_readers) {
    slot_id slot = size();
    if (free_.empty()) {
      readers_.push_back(n_readers);
    } else {
      slot = free_.back();
      free_.pop_back();
      readers_[slot] = n_readers;
    }
    return slot;
  }

  [[nodiscard]] std::uint32_t readers(slot_id slot) const { return readers_[slot]; }
  void add_readers(slot_id slot, std::uint32_t n) {
    if (slot != nothing) readers_[slot] += n;
  }
  /// One reader is done; the last one leaves the slot free.
  void release(slot_id slot) {
    if (slot != nothing && --readers_[slot] == 0) free_.push_back(slot);
  }
  /// Slots that somebody will read, ascending.
  void append_live(large_vector<slot_id>& live) const {
    for (slot_id slot = 1; slot < size(); ++slot)
      if (readers_[slot] > 0) live.push_back(slot);
  }

 private:
  std::vector<std::uint32_t> readers_ = {0};  // [slots]; nothing is never free
  std::vector<slot_id> free_;
};

// In which order rows are computed: by where they lie, so that the rows of all reading frames come side by side.

/// A piece of work of a schedule: a node without residues (row 0), one row of a run (row > 0), or all rows of a
/// run (whole_run).
struct row_task {
  static constexpr std::uint32_t whole_run = 0;

  node_id node;
  std::uint32_t row;
};

/// All tasks, each after those it reads. `in_steps`: a run is a task per row, and tasks are sorted by the nt at which
/// their rows lie, those of one place as their nodes; else a task per node, as they stand.
large_vector<row_task> order_rows(const graph_view& graph, bool in_steps);

/// What order_rows() holds at most next to its result, in steps, where there are `n_tasks`. Bytes.
std::uint64_t bytes_of_ordering(const graph_view& graph, std::uint64_t n_tasks);

class schedule_maker {
 public:
  schedule_maker(const graph_view& graph, const std::optional<gap_costs>& residue_ends, const schedule_options& options,
                 std::uint64_t max_bytes = std::numeric_limits<std::uint64_t>::max());

  /// Throws schedule_too_large.
  row_schedule make();
  /// Bytes that it holds at most next to the graph and the schedule.
  static std::uint64_t working_bytes(const graph_view& graph, const schedule_options& options);

 private:
  // A row of a node, or what of its entry row has been gathered so far.
  struct place {
    slot_id slot = nothing;    // holds its last row so far
    score offset = 0;          // the row's value less the slot's
    slot_id entry = nothing;   // inputs let in early, offset 0
    std::uint32_t n_rows = 0;  // done of the node, its entry row included
    bool is_done = false;      // its last row can be read
  };
  struct reader {
    std::uint32_t edge;
    node_id node;
  };

  void make_room();
  void check_size(std::size_t n_done) const;
  void study_nodes();
  void list_readers();
  [[nodiscard]] score lead(node_id v, std::uint32_t row) const;
  score gain_along(node_id v, score gain);
  void note_in_gap(residue_code residue, score weight);

  void add_task(std::size_t t);
  void add_row_free_node(node_id v);
  void add_runs(std::size_t t);
  std::vector<node_id> choose_runs(std::size_t t);
  void add_pieces(const std::vector<node_id>& nodes, std::uint32_t row);
  void count_piece(row_id first, std::uint32_t n_rows);
  void add_steps(std::size_t t);
  void add_step_op(std::span<const schedule_step> steps);
  void add_closed_entry(node_id run);
  [[nodiscard]] bool is_step(const row_task& task) const;
  [[nodiscard]] bool is_ready(const row_task& task) const;
  schedule_step prepare_step(const row_task& task);
  schedule_step prepare_closed_node(node_id v);
  void finish_step(const row_task& task, const schedule_step& step);

  [[nodiscard]] std::uint32_t count_readers_of(node_id v) const;
  [[nodiscard]] std::uint32_t count_readers_of_entry(node_id v) const;
  void drop_unread(node_id v);
  void gather_entry(node_id v, bool wants_offset_zero);
  [[nodiscard]] bool is_alias(node_id v, bool wants_offset_zero) const;
  [[nodiscard]] bool may_offset(const edge& input, bool wants_offset_zero) const;
  [[nodiscard]] std::optional<std::uint32_t> edge_to_take_over(node_id v, bool wants_offset_zero) const;
  [[nodiscard]] bool may_be_served_early(node_id junction, node_id successor) const;
  void take_over(node_id v, std::uint32_t e);
  void serve_other_readers(node_id node, node_id successor);
  void let_in(std::uint32_t edge, slot_id dst, score dst_offset, bool is_first);
  void let_into_entry(std::uint32_t edge, node_id v);
  void merge_slot(slot_id src, slot_id dst, score weight, bool is_first);
  void release_edge(std::uint32_t edge);
  void add_live_row(slot_id slot, row_id row, score offset);
  void widen_block(row_id first, row_id last);
  [[nodiscard]] std::uint64_t count_block_rows() const;
  [[nodiscard]] std::uint64_t rows_of_a_block() const;
  void end_block();

  const graph_view& graph_;
  std::optional<gap_costs> residue_ends_;
  schedule_options options_;
  std::uint64_t max_bytes_;
  row_schedule made_;
  large_vector<place> places_;                // [nodes]
  large_vector<std::uint32_t> first_reader_;  // [nodes + 1] into readers_
  large_vector<reader> readers_;              // [edges] by the node that is read
  large_vector<std::uint8_t> is_served_;      // [edges] let in already
  large_vector<row_task> tasks_;
  std::vector<std::uint8_t> is_added_;     // [tasks]
  std::vector<std::uint32_t> open_edges_;  // of the node at hand: not served, and reached
  slot_pool slots_;
  schedule_block block_;
};

}  // namespace exonweave::spliced

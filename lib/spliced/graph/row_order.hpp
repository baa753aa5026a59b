// In which order rows are computed: by where they lie, so that the rows of all reading frames come side by side.
#pragma once

#include "spliced/graph/graph_view.hpp"
#include "spliced/graph/large_vector.hpp"

namespace exonweave::spliced {

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

}  // namespace exonweave::spliced

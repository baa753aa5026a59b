// One alignment as an engine leaves it: the best end, and every row of the graph on demand. Traceback, margins and the
// search for alternatives read rows through this door only; how an engine stores them (lanes, strips, 16 bits, a
// device) ends here.
#pragma once

#include <cstdint>
#include <span>
#include <stdexcept>

#include "spliced/engine/problem.hpp"

namespace exonweave::spliced {

/// Row `row` of node `node`: 0 is its entry row, i the row of its i-th residue. Junctions and passes have row 0 alone.
struct node_row {
  node_id node = 0;
  std::uint32_t row = 0;
  auto operator<=>(const node_row&) const = default;
};

/// S and F of one column (recurrence.hpp). F is unreachable with linear gaps, where it is not kept.
struct row_cell {
  score S = unreachable;
  score F = unreachable;
};

class row_pass {
 public:
  virtual ~row_pass() = default;

  [[nodiscard]] virtual const problem& input() const = 0;
  /// find_best_end of the sink's row.
  [[nodiscard]] virtual const best_end& end() const = 0;

  /// One cell, column in [0, n]. Cheap for rows in descending order, in columns that do not grow. This and all that
  /// reads rows may throw run_stopped.
  [[nodiscard]] virtual row_cell cell(node_row position, std::size_t column) = 0;
  /// L and T of a row; unreachable without residue_ends.
  [[nodiscard]] virtual score lead(node_row position) = 0;
  [[nodiscard]] virtual score trail(node_row position) = 0;
  /// A whole row in the layout of problem::layout(), [width]. Valid until the next call of row() or best_of().
  [[nodiscard]] virtual std::span<const score> row(node_row position) = 0;
  /// S of the first columns of a row. Valid until the next call of row() or best_of().
  [[nodiscard]] virtual std::span<const score> best_of(node_row position, std::size_t n_columns) {
    return row(position).first(n_columns);
  }
  /// row(), or best_of() with so many columns, will be requested these rows next: to compute them together costs less.
  /// Returns how many of them, from the first, should be read before the next call: at least one of those given. Rows
  /// that were made ready before may not be any more.
  virtual std::size_t expect(std::span<const node_row> rows, [[maybe_unused]] std::size_t n_columns) {
    return rows.size();
  }
  /// At least the largest S, and the largest F, of a node's last row over all columns; unreachable where nothing is
  /// reached.
  [[nodiscard]] virtual row_cell bound(node_id v) = 0;

  /// Whole paths that score more than this are exact. Where a score that was found is not, the pass has to be made
  /// again in wider lanes. Unreachable: all are.
  [[nodiscard]] virtual score exact_above() const { return unreachable; }

  /// Rows times columns computed so far, recomputation included.
  [[nodiscard]] virtual std::uint64_t cells_computed() const = 0;

  /// The last row of a node: the one that edges read.
  [[nodiscard]] node_row last_row(node_id v) const { return {v, input().graph.nodes[v].n_residues}; }
};

}  // namespace exonweave::spliced

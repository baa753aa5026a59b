// The values that the traceback compares: single cells of a pass, and E, which no row stores.
#pragma once

#include <cstddef>
#include <vector>

#include "spliced/engine/row_pass.hpp"
#include "spliced/paths/trace_state.hpp"

namespace exonweave::spliced {

class trace_rows {
 public:
  explicit trace_rows(row_pass& pass) : pass_(pass) {}

  [[nodiscard]] const problem& input() const { return pass_.input(); }
  [[nodiscard]] const graph_view& graph() const { return input().graph; }
  /// A column after the last: the target's end is not known yet, and no cell is read.
  [[nodiscard]] bool is_settled(std::size_t column) const { return column < input().n_columns(); }

  /// Whether a target symbol may be unaligned in a row (E), the first pair follow it (L) and the last pair precede it
  /// (T): the terms of close_row.
  [[nodiscard]] bool is_closed(node_row position) const {
    return graph().is_inside(position.node) && (position.row > 0 || graph().nodes[position.node].is_closed);
  }

  [[nodiscard]] row_cell cell(node_row position, std::size_t column) { return pass_.cell(position, column); }
  /// S, F, L or T; not E. Unreachable where the column is not settled, but for L and T.
  [[nodiscard]] score value(node_row position, plane letter, std::size_t column);
  /// The last row of an edge's source.
  [[nodiscard]] node_row after(const edge& input) const { return pass_.last_row(input.source); }

  /// At least the S, and the F, of an edge's source in any column.
  [[nodiscard]] row_cell bound(const edge& input) const { return pass_.bound(input.source); }

  /// E(column). The row is read whole when it is requested first; later columns must not be larger.
  [[nodiscard]] score gap(node_row position, std::size_t column);
  /// No path stands in the rows any more whose E is kept.
  void forget_gaps() { gaps_.clear(); }

  /// Where the pairs may end in a row whose T is `trail`: the largest column from `least` on. Reads the row whole. The
  /// number of columns where they may not.
  [[nodiscard]] std::size_t last_pair(node_row position, score trail, std::size_t least);

 private:
  struct gap_row {
    node_row position;
    std::vector<score> E;  // [the first column requested + 1]
  };

  row_pass& pass_;
  std::vector<gap_row> gaps_;  // of the rows where paths stand
};

}  // namespace exonweave::spliced

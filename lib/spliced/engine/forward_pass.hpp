// One forward pass over a graph whose last rows can be asked for afterwards, in memory that is bounded: rows
// are kept when they fit, else recomputed from checkpoints, part by part from the sink back to the source.
#pragma once

#include <cstdint>
#include <vector>

#include "spliced/engine/engine.hpp"
#include "spliced/engine/memory_exceeded.hpp"
#include "spliced/engine/row_plan.hpp"

namespace exonweave::spliced {

class forward_pass {
 public:
  /// Runs `with` over the whole graph. The view, the target and the engine must outlive the pass. Rows take
  /// at most `memory` bytes; throws memory_exceeded, with the least that does in whole rows, when that cannot be, for any
  /// row asked for later and before any is computed; std::range_error when score_bound(p) is not below score_limit.
  forward_pass(const problem& p, const engine& with, std::uint64_t memory);

  [[nodiscard]] const problem& of() const { return problem_; }
  [[nodiscard]] const best_end& end() const { return end_; }

  /// The last row of `v`; valid until the next call. Cheap for nodes asked for in descending order.
  [[nodiscard]] std::span<const score> row(node_id v);

  /// Rows times columns that engines computed so far for this pass, recomputation included.
  [[nodiscard]] std::uint64_t cells_computed() const { return cells_computed_; }

 private:
  // A part of the graph: either all its rows are held, or checkpoints from which its sub-parts can be
  // recomputed.
  struct level {
    node_range part;
    bool keeps_rows = false;
    row_store rows;               // when keeps_rows: everything of the part and everything it reads
    std::vector<node_id> starts;  // else: first nodes of the sub-parts, ascending
    std::vector<row_store::snapshot> at_start;  // and the rows that were live there
  };

  void descend(node_range part, const row_store::snapshot& live_before, std::uint64_t memory);
  void run(node_range part, row_store& rows);

  problem problem_;
  const engine& engine_;
  std::uint64_t memory_;
  row_plan plan_;
  std::vector<level> levels_;  // outermost first; each is a sub-part of the one before
  best_end end_;
  std::uint64_t cells_computed_ = 0;
};

}  // namespace exonweave::spliced

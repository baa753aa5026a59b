// A forward pass behind the door of row_pass: last rows are the pass's own, rows inside runs are computed again from
// entry rows when they are asked for.
#pragma once

#include <cstdint>
#include <list>
#include <vector>

#include "spliced/dp/run_rows.hpp"
#include "spliced/engine/forward_pass.hpp"
#include "spliced/engine/row_pass.hpp"

namespace exonweave::spliced {

class forward_rows final : public row_pass {
 public:
  /// The pass must outlive its rows. Those inside runs take at most `memory` bytes, or what the four longest runs need
  /// at least (least_memory_of_runs) where that is more.
  forward_rows(forward_pass& pass, std::uint64_t memory);

  [[nodiscard]] const problem& of() const override { return pass_.of(); }
  [[nodiscard]] const best_end& end() const override { return pass_.end(); }
  [[nodiscard]] row_cell cell(node_row at, std::size_t column) override;
  [[nodiscard]] score lead(node_row at) override;
  [[nodiscard]] score trail(node_row at) override;
  [[nodiscard]] std::span<const score> row(node_row at) override;
  [[nodiscard]] score bound(node_id v) override;
  [[nodiscard]] std::uint64_t cells_computed() const override { return pass_.cells_computed(); }

 private:
  struct held_run {
    node_id run;
    run_rows rows;
  };

  run_rows& rows_of(node_id run);

  forward_pass& pass_;
  row_layout layout_ = pass_.of().layout();
  target_profile profile_{*pass_.of().substitution, pass_.of().target};
  std::uint64_t memory_;      // bytes
  std::list<held_run> held_;  // the last ones asked for, the last first
  std::vector<score> bounds_ = std::vector<score>(pass_.of().graph.size(), not_known);

  static constexpr score not_known = score_limit;  // no cell reaches it
};

/// Bytes that rows inside the longest run of a problem need at least.
std::uint64_t least_memory_of_runs(const problem& p);

}  // namespace exonweave::spliced

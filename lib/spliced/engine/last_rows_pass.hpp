// A row_pass on the last rows of all nodes, whoever computed them. Rows inside a run are computed again, from its entry
// row, when somebody asks for them.
#pragma once

#include <list>
#include <memory>

#include "spliced/engine/row_pass.hpp"
#include "spliced/engine/run_rows.hpp"
#include "spliced/graph/large_vector.hpp"

namespace exonweave::spliced {

/// Whoever has them.
class last_rows {
 public:
  virtual ~last_rows() = default;
  /// [layout.width()] of a node; valid as long as these are.
  virtual std::span<const score> of(node_id v) = 0;
  /// The largest best score in it.
  virtual score bound(node_id v) = 0;
};

class last_rows_pass final : public row_pass {
 public:
  /// `rows`: the last row of every node, [nodes][layout.width()].
  last_rows_pass(const problem& p, large_vector<score> rows);
  last_rows_pass(const problem& p, std::unique_ptr<last_rows> rows);

  /// Bytes of the rows, and of those inside runs that are held.
  [[nodiscard]] static std::uint64_t bytes_for(const problem& p);

  [[nodiscard]] const problem& input() const override { return problem_; }
  [[nodiscard]] const best_end& end() const override { return end_; }
  [[nodiscard]] row_cell cell(node_row position, std::size_t column) override;
  [[nodiscard]] score lead(node_row position) override;
  [[nodiscard]] score trail(node_row position) override;
  [[nodiscard]] std::span<const score> row(node_row position) override;
  [[nodiscard]] row_cell bound(node_id v) override;
  [[nodiscard]] std::uint64_t cells_computed() const override;

 private:
  struct held_run {
    node_id run;
    run_rows rows;
  };

  run_rows& inside(node_id run);

  problem problem_;
  row_layout layout_;
  target_profile profile_;
  std::unique_ptr<last_rows> rows_;
  std::list<held_run> held_;  // the last ones requested, the last first
  best_end end_;
};

}  // namespace exonweave::spliced

// A row_pass on the last rows of all nodes, whoever computed them. Rows inside a run are computed again, from its entry
// row, when somebody asks for them.
#pragma once

#include <cstdint>
#include <list>
#include <memory>
#include <span>
#include <vector>

#include "spliced/engine/problem.hpp"
#include "spliced/engine/row_pass.hpp"
#include "spliced/graph/large_vector.hpp"

namespace exonweave::spliced {

// The rows inside one run, for the traceback: all of them when they fit, else every K-th and one block between,
// K = sqrt(rows), recomputed as the traceback climbs. Rows 0 to 8 with K = 3:
//
//   checkpoints 0 3 6 stay; of the blocks [6, 8], [3, 6], [0, 3] one is held at a time.

class run_rows {
 public:
  /// Rows 0 (`entry`, its entry row) to n_residues of run `v`, each of p.layout(). They take at most `memory` bytes,
  /// or min_memory() where that is more. Problem and profile must outlive the rows.
  run_rows(const problem& p, const target_profile& profile, node_id v, std::vector<score> entry, std::uint64_t memory);

  /// Bytes for a run of n_rows, each of `width` scores, when rows are recomputed in blocks.
  [[nodiscard]] static std::uint64_t min_memory(std::uint64_t n_rows, std::uint64_t width);

  /// Row i; valid until the next call. Cheap for rows requested in descending order.
  [[nodiscard]] std::span<const score> row(std::uint32_t i);

  /// Rows computed so far, recomputation included.
  [[nodiscard]] std::uint64_t rows_computed() const { return rows_computed_; }

 private:
  void hold_block(std::size_t block);
  void compute_next(std::span<const score> above, std::size_t row, std::span<score> out);

  const problem& problem_;
  const target_profile& profile_;
  node_id run_;
  std::span<const residue_code> residues_;
  std::size_t width_;
  std::size_t block_rows_;             // K
  std::vector<score> checkpoints_;     // rows 0, K, 2K, ..., each [width]
  std::vector<score> held_;            // rows of the held block, [K + 1][width]
  std::size_t held_block_ = SIZE_MAX;  // which block that is
  std::uint64_t rows_computed_ = 0;
};

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

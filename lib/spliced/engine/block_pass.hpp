// A row_pass on a row_machine: one pass over all blocks with checkpoints and the largest value of every row, then
// blocks, or single rows that are expected, computed again in the columns that somebody wants to read.
#pragma once

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "base/threads/on_threads.hpp"
#include "spliced/engine/checkpoints.hpp"
#include "spliced/engine/held_blocks.hpp"
#include "spliced/engine/pass_plan.hpp"

namespace exonweave::spliced {

struct block_pass_options {
  std::uint64_t memory = 0;          // bytes for slots, bounds, checkpoints and kept rows
  run_control* control = nullptr;    // may stop the pass between blocks; null: nobody does
  planned_cells* planned = nullptr;  // gets each block as a part of the pass; null: nobody counts
};

class block_pass : public row_pass {
 public:
  /// Graph, schedule and target must outlive the pass. Throws memory_exceeded when the least does not fit, run_stopped.
  block_pass(const problem& p, const row_schedule& schedule, std::unique_ptr<row_machine> machine,
             const block_pass_options& options);

  [[nodiscard]] const problem& input() const override { return problem_; }
  [[nodiscard]] const best_end& end() const override { return end_; }
  [[nodiscard]] row_cell cell(node_row position, std::size_t column) override;
  [[nodiscard]] score lead(node_row position) override;
  [[nodiscard]] score trail(node_row position) override;
  [[nodiscard]] std::span<const score> row(node_row position) override;
  [[nodiscard]] std::span<const score> best_of(node_row position, std::size_t n_columns) override;
  std::size_t expect(std::span<const node_row> rows, std::size_t n_columns) override;
  [[nodiscard]] row_cell bound(node_id v) override { return bounds_[v]; }
  [[nodiscard]] score exact_above() const override { return machine_->exact_above(); }
  [[nodiscard]] std::uint64_t cells_computed() const override { return cells_run_; }

 private:
  // A row that row() will be requested.
  struct expected_row {
    std::size_t block;
    std::uint32_t index;  // row_schedule::index_in
    row_id row;
    found_row found{};
  };

  // Of all rows.
  struct all_maxima {
    large_vector<score> best, ends, gaps;

    [[nodiscard]] row_maxima view() { return {best, ends, gaps}; }
  };

  void run_all();
  [[nodiscard]] all_maxima room_for_maxima() const;
  // `sink`: S of its row as the last block leaves it.
  void end_first_pass(all_maxima maxima, std::vector<score> sink);
  void find_bounds(const row_maxima& maxima);
  void find_trails(large_vector<score> largest);
  [[nodiscard]] bool is_made_on_demand(node_row position) const;
  [[nodiscard]] row_id id(node_row position) const { return schedule_.first_row[position.node] + position.row; }
  [[nodiscard]] column_window all_columns() const { return {0, layout_.n_columns}; }
  [[nodiscard]] std::optional<found_row> find(node_row position, column_window requested, column_window likely);
  void hold(std::size_t block, column_window columns);
  std::size_t restore_near(std::size_t block);
  void hold_block(std::size_t block, column_window columns, const row_maxima& maxima);
  void run_block(std::size_t block);
  void count(const schedule_block& block, std::size_t n_columns);
  std::size_t take_expected(std::span<const node_row> rows, std::size_t n_columns);
  void keep_expected(std::span<expected_row> of_block, std::size_t n_columns);
  void decode(node_row position, std::span<score> S, std::span<score> F);

  problem problem_;
  const row_schedule& schedule_;
  std::unique_ptr<row_machine> machine_;
  block_pass_options options_;
  row_layout layout_;
  pass_plan plan_;
  checkpoints checkpoints_;
  large_vector<score> trails_;     // [rows] T; empty without residue_ends
  large_vector<row_cell> bounds_;  // [nodes]
  best_end end_;
  held_blocks held_;
  std::vector<expected_row> expected_;                     // ascending by row
  std::vector<std::unique_ptr<kept_rows>> kept_expected_;  // where they are
  std::uint64_t cells_run_ = 0;
  std::vector<score> decoded_;  // [width] of row()
  std::vector<score> merged_;   // scratch
};

}  // namespace exonweave::spliced

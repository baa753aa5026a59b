// A row_pass on a row_machine: one pass over all blocks with checkpoints and the largest value of every row, then
// blocks, or single rows that are expected, computed again in the columns that somebody wants to read.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "base/threads/on_threads.hpp"
#include "spliced/engine/checkpoints.hpp"
#include "spliced/engine/row_machine.hpp"
#include "spliced/graph/row_schedule.hpp"

namespace exonweave::spliced {

// How a pass spends its memory.

struct pass_plan {
  static constexpr std::size_t fewest_held = 3;  // blocks: what reads rows looks at neighbours

  checkpoint_strides strides{};
  std::size_t n_held = 1;  // blocks that may be held
  // A group of blocks is computed again at a time, and some rows of others next to it; else single blocks.
  bool holds_groups = false;
  std::size_t max_expected = 0;  // of these rows

  /// The least memory that a pass needs. Bytes.
  static std::uint64_t min_memory(const row_schedule& schedule, std::uint64_t row_bytes);
  /// With so much groups of blocks are held. Bytes.
  static std::uint64_t ample_memory(const row_schedule& schedule, std::uint64_t row_bytes);
  /// Throws memory_exceeded when the least does not fit.
  static pass_plan make(const row_schedule& schedule, std::uint64_t row_bytes, std::uint64_t memory);

 private:
  // As many as `share` has room for, if that is enough to hold groups.
  void hold_blocks(const row_schedule& schedule, std::uint64_t row_bytes, std::uint64_t fraction);
  // Groups of so many blocks, with fine checkpoints.
  void hold_groups(const row_schedule& schedule, std::size_t n_blocks);
};

// Blocks of a schedule with their rows at hand, in the columns that were requested: as many as there is room for.

/// A kept row, and what is to be added to it.
struct found_row {
  const kept_rows* rows = nullptr;
  std::size_t index = 0;
  score offset = 0;
};

class held_blocks {
 public:
  held_blocks(const row_schedule& schedule, std::size_t most)
      : schedule_(schedule), most_(most), held_(1), held_at_(schedule.blocks.size(), not_held) {}

  /// With all columns of a window.
  [[nodiscard]] std::optional<found_row> find(row_id row, column_window columns) {
    if (const auto found = find_in(held_[latest_], row, columns)) return found;
    const std::uint32_t place = held_at_[schedule_.block_of(row)];
    if (place == not_held) return std::nullopt;
    latest_ = place;
    return find_in(held_[place], row, columns);
  }

  /// Room for one more: where there is none, the block that came first goes.
  void make_room() {
    next_ = n_added_++ % most_;
    if (next_ == held_.size()) held_.emplace_back();
    held_block& oldest = held_[next_];
    if (oldest.rows && held_at_[oldest.block] == next_) held_at_[oldest.block] = not_held;
    oldest = {};
  }
  /// All rows of a block, to where room was made. Of a block that is held already this is what stays.
  void put(std::size_t block, std::unique_ptr<kept_rows> rows) {
    held_at_[block] = static_cast<std::uint32_t>(next_);
    held_[next_] = {block, std::move(rows)};
  }

 private:
  struct held_block {
    std::size_t block = 0;
    std::unique_ptr<kept_rows> rows{};
  };

  [[nodiscard]] std::optional<found_row> find_in(const held_block& held, row_id row, column_window columns) const {
    if (!held.rows || !held.rows->kept_columns.contains(columns)) return std::nullopt;
    const schedule_block& block = schedule_.blocks[held.block];
    const auto index = schedule_.index_in(block, row);
    if (!index) return std::nullopt;
    return found_row{held.rows.get(), *index, schedule_.offset_of(block, *index)};
  }

  static constexpr std::uint32_t not_held = UINT32_MAX;
  const row_schedule& schedule_;
  std::size_t most_;
  std::vector<held_block> held_;        // at most most_
  std::vector<std::uint32_t> held_at_;  // [blocks] in held_
  std::size_t latest_ = 0;              // of held_, looked at first
  std::size_t n_added_ = 0, next_ = 0;
};

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

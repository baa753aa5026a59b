// A row_pass on a row_machine: one pass over all blocks with checkpoints and the largest value of every row, then blocks
// computed again, with all their rows, where somebody wants to read them.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "spliced/engine/checkpoints.hpp"
#include "spliced/engine/run_control.hpp"

namespace exonweave::spliced {

struct block_pass_options {
  std::uint64_t memory = 0;        // bytes for checkpoints and kept blocks
  run_control* control = nullptr;  // may stop the pass between blocks; null: nobody does
};

class block_pass : public row_pass {
 public:
  /// Graph, schedule and target must outlive the pass. Throws memory_exceeded when the least does not fit, run_stopped.
  block_pass(const problem& p, const row_schedule& schedule, std::unique_ptr<row_machine> machine,
             const block_pass_options& options);

  /// The least memory that a pass needs. Bytes.
  static std::uint64_t least_memory(const row_schedule& schedule, std::uint64_t row_bytes);

  [[nodiscard]] const problem& of() const override { return problem_; }
  [[nodiscard]] const best_end& end() const override { return end_; }
  [[nodiscard]] row_cell cell(node_row at, std::size_t column) override;
  [[nodiscard]] score lead(node_row at) override;
  [[nodiscard]] score trail(node_row at) override;
  [[nodiscard]] std::span<const score> row(node_row at) override;
  [[nodiscard]] score bound(node_id v) override { return bounds_[v]; }
  [[nodiscard]] score exact_above() const override { return machine_->exact_above(); }
  [[nodiscard]] std::uint64_t cells_computed() const override { return rows_run_ * problem_.target.size(); }

 private:
  // A block whose rows are at hand.
  struct held_block {
    std::size_t block = SIZE_MAX;
    std::unique_ptr<kept_rows> rows{};
    std::vector<std::pair<row_id, std::uint32_t>> index{};  // ascending
  };
  // A row, and what is to be added to it.
  struct found_row {
    const kept_rows* rows = nullptr;
    std::size_t index = 0;
    score offset = 0;
  };
  struct weighted_row {
    node_row of;
    score weight;
  };

  // How many blocks lie between checkpoints, and how many may be held.
  struct memory_plan {
    std::size_t stride, n_held;
    bool holds_groups;  // at a time; else single blocks
  };

  static memory_plan plan(const row_schedule& schedule, std::uint64_t row_bytes, std::uint64_t memory);
  void run_all();
  void find_trails(std::vector<score> best, std::vector<score> ends);
  [[nodiscard]] bool is_made_on_demand(node_row at) const;
  [[nodiscard]] row_id id(node_row at) const { return schedule_.first_row[at.node] + at.row; }
  std::optional<found_row> find(node_row at);
  std::optional<found_row> find_in(held_block& held, row_id wanted);
  void hold_block(std::size_t block);
  void hold_group(const checkpoints::group& of);
  std::size_t make_room();
  void keep(std::size_t block, std::size_t at, const row_maxima& maxima);
  void decode(node_row at, std::span<score> S, std::span<score> F);

  problem problem_;
  const row_schedule& schedule_;
  std::unique_ptr<row_machine> machine_;
  block_pass_options options_;
  row_layout layout_;
  memory_plan plan_;
  checkpoints checkpoints_;
  std::vector<score> trails_;  // [rows] T; empty without residue_ends
  std::vector<score> bounds_;  // [nodes]
  best_end end_;
  static constexpr std::uint32_t not_held = UINT32_MAX;
  std::vector<held_block> held_;        // at most plan_.n_held
  std::vector<std::uint32_t> held_at_;  // [blocks] in held_
  std::size_t latest_ = 0;              // of held_, looked at first
  std::size_t n_made_ = 0;              // blocks held so far
  std::uint64_t rows_run_ = 0;
  std::vector<score> decoded_;  // [width] of row()
  std::vector<score> merged_;   // scratch
};

}  // namespace exonweave::spliced

// One global alignment on a row_machine: all blocks of rows, with a checkpoint before each; then the path, from the end
// on.
//
//   block   columns 0 .......... n
//   0       ++####
//   1       +++++++####                 for the path each block is computed again (+), as far to the right as the path
//           is, and of its
//   2       +++++++++++####             rows some columns are kept (#): a path goes to the left by a column for each
//           row, but for gaps
//
// So a path takes half a pass more. Where it leaves what is kept the block is computed once more, and twice as many
// columns are kept.
#pragma once

#include <memory>
#include <vector>

#include "pairwise/align/align_engine.hpp"
#include "pairwise/align/path_walk.hpp"
#include "spliced/engine/checkpoints.hpp"
#include "spliced/engine/problem.hpp"
#include "spliced/engine/row_machine.hpp"

namespace exonweave {

/// Makes a machine; null where it does not take a problem. Problem and schedule must outlive it.
using machine_maker = std::unique_ptr<spliced::row_machine> (*)(const spliced::problem&, const spliced::row_schedule&);

/// How many rows a block has, and the machine.
struct pair_plan {
  std::unique_ptr<const spliced::row_schedule> schedule;  // where the machine expects it
  std::unique_ptr<spliced::row_machine> machine;
  std::size_t max_kept = 0;  // columns of a block's rows for which there is memory
  std::uint64_t bytes = 0;   // the least for rows; more than the request's memory where blocks of no length fit that

  /// With blocks that are as short as memory allows: short ones have more checkpoints, long ones more rows to be kept.
  /// `p`: the query is one run. The machine is null where `make` makes none.
  static pair_plan make(const spliced::problem& p, const align_request& request, machine_maker make);
};

class pair_pass {
 public:
  /// All blocks. `p`, `request` and `plan` must outlive the pass. Throws run_stopped.
  pair_pass(const spliced::problem& p, const align_request& request, const pair_plan& plan, planned_cells& planned);
  pair_pass(const pair_pass&) = delete;
  pair_pass& operator=(const pair_pass&) = delete;

  [[nodiscard]] spliced::score total() const { return total_; }
  /// Of a request that wants paths. Throws run_stopped.
  [[nodiscard]] std::vector<spliced::edit_run> find_path();

  // For the walk: of the block at hand, and the row above it.
  [[nodiscard]] spliced::row_cell cell(std::size_t row, std::size_t column) const;
  [[nodiscard]] spliced::score pair(std::size_t row, std::size_t column) const {
    return (*problem_.substitution)(request_.query[row - 1], request_.target[column - 1]);
  }

 private:
  [[nodiscard]] const spliced::schedule_block& block() const { return plan_.schedule->blocks[at_block_]; }
  [[nodiscard]] const spliced::row_run& run() const { return plan_.schedule->runs[block().first_run]; }
  void go_to_block_of_path();
  [[nodiscard]] std::size_t block_of(std::size_t row) const;
  void restore_and_hold(std::size_t n_columns);
  void hold(std::size_t n_columns);
  void hold_above();

  spliced::problem problem_;
  const align_request& request_;
  const pair_plan& plan_;
  spliced::checkpoints checkpoints_;
  spliced::score total_ = spliced::unreachable;
  path_walk<pair_pass> walk_;
  std::size_t at_block_;  // whose rows are kept: at first those of the last one
  std::unique_ptr<spliced::kept_rows> kept_;
  std::size_t n_kept_ = 0;                         // columns that were requested
  std::vector<spliced::score> above_S_, above_F_;  // [n + 1] the row above the block
};

}  // namespace exonweave

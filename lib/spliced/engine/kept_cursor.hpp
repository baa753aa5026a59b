// Goes along the ops of a block next to a machine, and says where the live rows and the rows of steps that are to be
// kept are.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

#include "spliced/graph/row_schedule.hpp"

namespace exonweave::spliced {

class kept_cursor {
 public:
  /// `rows` as in kept_part.
  kept_cursor(const row_schedule& schedule, const schedule_block& block, std::span<const std::uint32_t> rows)
      : schedule_(schedule),
        block_(block),
        rows_(rows),
        n_live_rows_(static_cast<std::size_t>(std::ranges::lower_bound(rows, block.n_live_rows()) - rows.begin())),
        next_step_(n_live_rows_) {}

  /// Before an op is run, or after the last: visit(which of the kept rows, slot) for live rows that are complete now.
  template <class Visit>
  void before(std::uint32_t op, const Visit& visit) {
    for (; next_live_row_ < n_live_rows_ && next_live_row().op <= op; ++next_live_row_)
      visit(next_live_row_, next_live_row().slot);
  }

  /// After an op of steps was run: the same for its rows.
  template <class Visit>
  void after(const row_op& op, const Visit& visit) {
    if (next_step_ == rows_.size()) return;
    const std::uint32_t first = block_.n_live_rows() + op.index - block_.first_step;
    for (; next_step_ < rows_.size() && rows_[next_step_] < first + op.n_steps; ++next_step_)
      visit(next_step_, schedule_.steps[op.index + rows_[next_step_] - first].dst);
  }

  /// The op before which the next live row is complete; the last one of the block where there is none.
  [[nodiscard]] std::uint32_t next_live_op() const {
    return next_live_row_ < n_live_rows_ ? next_live_row().op : block_.last_op;
  }

 private:
  [[nodiscard]] const live_row& next_live_row() const {
    return schedule_.live_rows[block_.first_live_row + rows_[next_live_row_]];
  }

  const row_schedule& schedule_;
  const schedule_block& block_;
  std::span<const std::uint32_t> rows_;
  std::size_t n_live_rows_;  // of the rows
  std::size_t next_live_row_ = 0, next_step_;
};

}  // namespace exonweave::spliced

// Goes along the ops of a block beside a machine, and says where the rows of marks and steps that are to be kept are.
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
        n_marks_(static_cast<std::size_t>(std::ranges::lower_bound(rows, block.n_marks()) - rows.begin())),
        next_step_(n_marks_) {}

  /// Before an op is run, or behind the last: visit(which of the kept rows, slot) for marks that are complete now.
  template <class Visit>
  void before(std::uint32_t op, const Visit& visit) {
    for (; next_mark_ < n_marks_ && mark().op <= op; ++next_mark_) visit(next_mark_, mark().slot);
  }

  /// After an op of steps was run: the same for its rows.
  template <class Visit>
  void behind(const row_op& op, const Visit& visit) {
    if (next_step_ == rows_.size()) return;
    const std::uint32_t first = block_.n_marks() + op.index - block_.first_step;
    for (; next_step_ < rows_.size() && rows_[next_step_] < first + op.n_steps; ++next_step_)
      visit(next_step_, schedule_.steps[op.index + rows_[next_step_] - first].dst);
  }

  /// The op before which the next mark is complete; the last one of the block where there is none.
  [[nodiscard]] std::uint32_t next_mark() const { return next_mark_ < n_marks_ ? mark().op : block_.last_op; }

 private:
  [[nodiscard]] const row_mark& mark() const {
    return schedule_.marks[block_.first_mark + rows_[next_mark_]];
  }

  const row_schedule& schedule_;
  const schedule_block& block_;
  std::span<const std::uint32_t> rows_;
  std::size_t n_marks_;  // of the rows
  std::size_t next_mark_ = 0, next_step_;
};

}  // namespace exonweave::spliced

// What executes a row schedule for one target, block by block, with rows laid out as it likes.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <vector>

#include "spliced/engine/row_pass.hpp"
#include "spliced/graph/row_schedule.hpp"

namespace exonweave::spliced {

// Goes along the ops of a block next to a machine, and says where the live rows and the rows of steps that are to be
// kept are.

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

/// The largest values of rows, by row: [row_schedule::n_rows]. Rows that are not computed, but taken over from others,
/// keep what they have; without residue_ends so may the rows inside a run, all but its last.
struct row_maxima {
  std::span<score> best;  // S(i, j) over all j
  std::span<score> ends;  // S(i, j) + after(j) over all j; empty where nobody asks or where it is `best`
  std::span<score> gaps;  // F(i, j) over all j; empty with linear gaps
};

/// Half-open.
struct column_window {
  std::size_t first = 0, last = std::numeric_limits<std::size_t>::max();
  [[nodiscard]] bool contains(column_window other) const { return first <= other.first && other.last <= last; }
};

/// Which rows of a block are kept, and of them at least which columns.
struct kept_part {
  std::span<const std::uint32_t> rows;  // of its live rows and steps: row_schedule::index_in, ascending
  bool has_runs = false;                // all rows of its runs, too
  column_window columns{};
};

/// Rows of one block: first those that kept_part names, in order, then those of its runs.
class kept_rows {
 public:
  virtual ~kept_rows() = default;

  column_window kept_columns{};  // the columns that it has, perhaps more than were requested

  /// In a column that is kept.
  [[nodiscard]] virtual row_cell cell(std::size_t index, std::size_t column) const = 0;
  /// As many columns as there is room for, all of them kept. F is empty with linear gaps.
  virtual void decode(std::size_t index, std::span<score> S, std::span<score> F) const = 0;
};

class row_machine {
 public:
  virtual ~row_machine() = default;

  /// From the rows before `block` to those after it.
  virtual void run(const schedule_block& block, const row_maxima& maxima) = 0;
  /// The same, and some of its rows. Where not all columns are kept, those after the last may be missing in the rows
  /// after the block, too: until the next load() no more columns may be kept, and no maxima requested.
  virtual std::unique_ptr<kept_rows> keep(const schedule_block& block, const kept_part& part,
                                          const row_maxima& maxima) = 0;

  /// What slots hold, in the machine's own layout: row_bytes() for each.
  virtual void save(std::span<const slot_id> live, std::byte* out) const = 0;
  virtual void load(std::span<const slot_id> live, const std::byte* saved) = 0;
  /// What a slot holds now; F is empty with linear gaps.
  virtual void decode(slot_id slot, std::span<score> S, std::span<score> F) const = 0;
  /// What a slot shall hold: all columns of S, and of F with affine gaps. What nothing reaches may be anything below
  /// all scores that count.
  virtual void encode(slot_id slot, std::span<const score> S, std::span<const score> F) = 0;

  /// Bytes of one row, both planes.
  [[nodiscard]] virtual std::uint64_t row_bytes() const = 0;
  /// Bytes that keep() takes at most for a row of which so many columns are to be kept.
  [[nodiscard]] virtual std::uint64_t kept_bytes([[maybe_unused]] std::size_t n_columns) const { return row_bytes(); }
  /// Whole paths that score more than this are exact; less only where lanes are narrow.
  [[nodiscard]] virtual score exact_above() const = 0;
};

}  // namespace exonweave::spliced

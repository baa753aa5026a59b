// Blocks of a schedule with their rows at hand, in the columns that were requested: as many as there is room for.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "spliced/engine/row_machine.hpp"

namespace exonweave::spliced {

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

}  // namespace exonweave::spliced

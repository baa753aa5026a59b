// The rows of a sweep as to where chains end: of each row what its best chain is worth at the end when no residue follows, and when
// its unaligned end does (T of recurrence.hpp). The largest score of each row comes from whoever computed it; all else depends on no
// target.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "exons/scoring/chain_scoring.hpp"
#include "spliced/graph/row_schedule.hpp"

namespace exonweave {

class chain_ends_rows {
 public:
  struct row {
    spliced::score direct = spliced::unreachable;
    spliced::score trail = spliced::unreachable;
  };

  /// `of_nothing`: what the target costs where none of it is aligned.
  chain_ends_rows(const std::optional<spliced::gap_costs>& residue_ends, spliced::score of_nothing)
      : residue_ends_(residue_ends), source_{of_nothing, spliced::unreachable} {}

  /// Of the rows that close() makes next: row_program::closed(), and the largest S + behind(j) of each.
  void expect(const std::vector<std::optional<spliced::row_id>>& closed,
              std::span<const spliced::score> largest) {
    closed_ = &closed;
    largest_ = largest;
    next_ = 0;
  }
  [[nodiscard]] spliced::score best() const { return best_; }

  // As track_sweep wants them.
  [[nodiscard]] static row nothing() { return {}; }
  [[nodiscard]] const row& source() const { return source_; }
  static void add(spliced::score weight, row& to) {
    to.direct += weight;
    to.trail += weight;
  }
  static void let_in(const row& from, spliced::score weight, row& into) {
    into.direct = std::max(into.direct, from.direct + weight);
    into.trail = std::max(into.trail, from.trail + weight);
  }
  void align(spliced::residue_code, const row& above, spliced::score weight, row& into) const {
    if (residue_ends_) into.trail = std::max(into.trail, above.trail + weight - residue_ends_->extend);
  }
  void close(row& made, const row* above, spliced::residue_code residue, spliced::score weight) {
    if (above != nullptr) align(residue, *above, weight, made);
    const auto id = (*closed_)[next_++];
    if (!id) return;
    made.direct = std::max(made.direct, largest_[*id]);
    if (residue_ends_) made.trail = std::max(made.trail, largest_[*id] - residue_ends_->open);
  }
  void end(const row& from, spliced::score weight) {
    best_ = std::max({best_, from.direct + weight, from.trail + weight});
  }

 private:
  std::optional<spliced::gap_costs> residue_ends_;
  const std::vector<std::optional<spliced::row_id>>* closed_ = nullptr;
  std::span<const spliced::score> largest_;
  std::size_t next_ = 0;
  row source_;  // of which no residue is unaligned yet
  spliced::score best_ = spliced::unreachable;
};

}  // namespace exonweave

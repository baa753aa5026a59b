// The moves of the traceback inside an exon: back by a residue, a target symbol or both, along the terms of the
// recurrence (recurrence.hpp).
#pragma once

#include "spliced/paths/trace_rows.hpp"
#include "spliced/paths/traceback.hpp"

namespace exonweave::spliced {

class trace_moves {
 public:
  explicit trace_moves(trace_rows& rows) : rows_(rows) {}

  /// How many columns a move goes back.
  [[nodiscard]] static std::size_t columns_of(edit op) { return op == edit::match || op == edit::insertion ? 1 : 0; }

  /// All places one move back from any of `states`, which stand in `column`.
  [[nodiscard]] state_set step(edit op, const state_set& states, std::size_t column);

 private:
  // The row above a place by one residue, and the way there.
  struct step_above {
    node_row position;
    residue_code residue;
    score in_gap;
    score weight;
    std::int64_t begin;  // nt; of a junction above, else 0
  };

  template <class Visit>
  void for_each_above(const state& source, const Visit& visit) const;
  void add_above(edit op, const state& source, std::size_t column, const step_above& above, state_set& next);
  void add_deletions(const state& source, std::size_t column, const step_above& above, state_set& next);
  void add_insertions(const state& source, std::size_t column, state_set& next);

  trace_rows& rows_;
  target_profile profile_{*rows_.input().substitution, rows_.input().target};
};

}  // namespace exonweave::spliced

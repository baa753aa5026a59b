// Where the paths that the traceback follows stand: mostly one to three places.
#pragma once

#include <algorithm>
#include <cstdint>
#include <tuple>
#include <vector>

#include "spliced/engine/row_pass.hpp"

namespace exonweave::spliced {

/// What the best score of a path so far is an instance of: a letter of the recurrence.
enum class plane : std::uint8_t { best, vertical, horizontal, lead, trail };  // S F E L T

/// A place on a path that spells the string so far: `position.row` residues of the node still lie before it. At a
/// junction the exon that begins after it is open: `begin` is where.
struct state {
  node_row position;
  plane letter = plane::best;
  score value = unreachable;   // of the cell; follows from the place and the column
  std::int64_t begin = 0;      // nt; of a junction, else 0
  std::uint8_t n_skipped = 0;  // nt after `begin` that no residue stands for; of a junction, else 0

  [[nodiscard]] auto place() const { return std::tie(position, letter, begin, n_skipped); }
};

/// Distinct places, in topological order.
class state_set {
 public:
  /// False when the place was there.
  bool insert(const state& added) {
    const auto found = std::ranges::lower_bound(states_, added.place(), {}, &state::place);
    if (found != states_.end() && found->place() == added.place()) return false;
    states_.insert(found, added);
    return true;
  }
  /// Takes out the last in topological order; there must be one.
  state pop_last() {
    const state last = states_.back();
    states_.pop_back();
    return last;
  }
  [[nodiscard]] bool empty() const { return states_.empty(); }
  void clear() { states_.clear(); }
  [[nodiscard]] auto begin() const { return states_.begin(); }
  [[nodiscard]] auto end() const { return states_.end(); }

 private:
  std::vector<state> states_;
};

}  // namespace exonweave::spliced

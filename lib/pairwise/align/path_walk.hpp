// A global alignment's path, from its end on: of the recurrence of align_engine.hpp, read backwards.
//
// Of a pair, a residue of the query and one of the target the first that some path allows. Where S(i,j-1) may open a
// gap that ends in E(i,j), E(i,j-1) need not be followed: that S has a pair or a residue of the query before it, since
// a gap that opens right after another one costs more than one gap, or, with linear gaps, the same. So E of no cell
// has to be known: where neither of the other two goes on, E does.
#pragma once

#include <cstddef>
#include <stdexcept>

#include "spliced/engine/row_pass.hpp"
#include "spliced/paths/traceback.hpp"
#include "spliced/scoring/gap_costs.hpp"

namespace exonweave {

/// `Cells` says of rows (residues of the query) and columns (of the target), 0 being before the first:
///   row_cell cell(row, column)    S, and F where gaps are affine
///   score pair(row, column)       what the residues before them score; unreachable where they must not be aligned
template <class Cells>
class path_walk {
 public:
  /// `is_affine`: cells have F. `cells` must outlive the walk.
  path_walk(const Cells& cells, spliced::gap_costs gaps, bool is_affine, std::size_t row, std::size_t column)
      : cells_(cells), gaps_(gaps), is_affine_(is_affine), row_(row), column_(column) {}

  [[nodiscard]] std::size_t row() const { return row_; }
  [[nodiscard]] std::size_t column() const { return column_; }

  /// Row and column must be above 0. Throws std::logic_error where cells contradict each other.
  spliced::edit step_back() {
    const spliced::row_cell here = cells_.cell(row_, column_);
    const spliced::score pair = cells_.pair(row_, column_);
    if (in_S_ && spliced::is_reachable(pair) && cells_.cell(row_ - 1, column_ - 1).S + pair == here.S) {
      be_in(true, false);
      --row_, --column_;
      return spliced::edit::match;
    }
    if (go_up(here)) return spliced::edit::deletion;
    go_left(here.S);
    return spliced::edit::insertion;
  }

 private:
  void be_in(bool in_S, bool in_F, spliced::score E = spliced::unreachable) {
    in_S_ = in_S;
    in_F_ = in_F;
    E_ = E;
  }

  // F(i,j) = max(F(i-1,j), S(i-1,j) - open) - extend, and with linear gaps S(i-1,j) - extend.
  bool go_up(const spliced::row_cell& here) {
    const spliced::score F = is_affine_ ? here.F : here.S;
    if (!in_F_ && !(in_S_ && F == here.S)) return false;
    const spliced::row_cell above = cells_.cell(row_ - 1, column_);
    const bool from_S = above.S - gaps_.open - gaps_.extend == F;
    const bool from_F = is_affine_ && above.F - gaps_.extend == F;
    if (!from_S && !from_F) return false;
    be_in(from_S, from_F);
    --row_;
    return true;
  }

  // E(i,j) = max(E(i,j-1), S(i,j-1) - open) - extend.
  void go_left(spliced::score S) {
    const spliced::score E = in_S_ ? S : E_;
    --column_;
    const bool from_S = cells_.cell(row_, column_).S - gaps_.open - gaps_.extend == E;
    if (!from_S && (column_ == 0 || !spliced::is_reachable(E)))
      throw std::logic_error("an alignment's rows contradict each other");
    be_in(from_S, false, from_S ? spliced::unreachable : E + gaps_.extend);
  }

  const Cells& cells_;
  spliced::gap_costs gaps_;
  bool is_affine_;
  std::size_t row_, column_;
  // Which of the recurrence's values the paths that spell the edits so far may have come from.
  bool in_S_ = true;
  bool in_F_ = false;
  spliced::score E_ = spliced::unreachable;  // the value where it is E, and neither of the others
};

}  // namespace exonweave

// At most how much the best path over an edge is worth, known from scalars of the rows next to it, so that most rows
// need not be read.
//
// With A and B at least the largest S of the row before the edge and of that after it, and o, u the costs of opening a
// gap and an unaligned end, the join (reversal.hpp) is at most
//
//   max( A + B + o, L + T' + u, T + L' + u, L + L' + u + before(n) )
//
// since S(j) + S'(n-j) <= A + B, F <= S, and the planes F are joined with + o. A residue r on the edge, whose gap
// weight is w, changes A, L and T to at most
//
//   A_r = max( A + gain, L - v + w ),   L_r = L - v + w,   T_r = max( T - v + w, A_r - u ),   gain = max( 0, w, max
//                                       over j of d(r, t_j) )
//
// as an unaligned residue adds w at most, an unaligned target symbol nothing, and before(j), after(j) <= 0.
//
// Where bounds by ranges of columns are known (node_bounds.hpp), the first term is at most the largest sum of the
// bounds of two ranges that meet: of which one has a column j, and the other n - j. A residue on the edge moves a value
// by one column at most: the bound of a range is then the larger of its own and of that before it, + gain; and L_r + B
// counts next to it.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "spliced/engine/row_pass.hpp"

namespace exonweave::spliced {

class join_bound {
 public:
  /// `backward` is a pass over the reversal of what `forward` is a pass over.
  join_bound(row_pass& forward, row_pass& backward);

  /// For an edge to node `v` (of the forward graph), its weight included. Unreachable: there is no path over it.
  [[nodiscard]] score over(const edge& across, node_id v);

 private:
  // At least the largest S of a row, and its L and T.
  struct scalars {
    score best = unreachable, lead = unreachable, trail = unreachable;
  };
  static scalars scalars_of(row_pass& pass, node_id v);
  [[nodiscard]] scalars below(const scalars& above, const edge& across) const;
  [[nodiscard]] score gain_of(const edge& across) const;
  void find_meeting_ranges();
  [[nodiscard]] std::optional<std::int64_t> both_by_range(const edge& across, node_id v);
  void face(std::span<const range_bound> after, node_id v);

  row_pass& forward_;
  row_pass& backward_;
  problem problem_;
  std::vector<score> best_pair_;  // [residue codes] max( 0, max over j of d(r, t_j) )
  // [][ranges forward] a range backward that meets it: as many of these as the range that most others meet has
  std::vector<std::vector<std::uint8_t>> meeting_;
  node_id facing_node_ = 0;  // the last one requested
  std::vector<range_bound>
      facing_;  // [ranges forward] the largest of those after it that meet it, up to the last column
};

}  // namespace exonweave::spliced

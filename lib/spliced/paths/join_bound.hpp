// At most how much the best path over an edge is worth, known from scalars of the rows next to it, so that most rows
// need not be read.
//
// With A and B at least the largest S of the row before the edge and of that after it, C and D at least the largest F,
// and o, u the costs of opening a gap and an unaligned end, the join (reversal.hpp) is at most
//
//   max( A + B, C + D + o, L + T' + u, T + L' + u, L + L' + u + before(n) )
//
// A residue r on the edge, whose gap weight is w, changes A, C, L and T to at most
//
//   A_r = max( A + gain, L - v + w ),   L_r = L - v + w,   T_r = max( T - v + w, A_r - u ),   gain = max( 0, w, max
//   C_r = max( C, A - o ) - e + w                                       over j of d(r, t_j) )
//
// as an unaligned residue adds w at most, an unaligned target symbol nothing, and before(j), after(j) <= 0.
#pragma once

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
  // At least the largest S and F of a row, and its L and T.
  struct scalars {
    row_cell largest;
    score lead = unreachable, trail = unreachable;
  };
  static scalars scalars_of(row_pass& pass, node_id v);
  [[nodiscard]] scalars below(const scalars& above, const edge& across) const;
  [[nodiscard]] score gain_of(const edge& across) const;

  row_pass& forward_;
  row_pass& backward_;
  problem problem_;
  std::vector<score> best_pair_;  // [residue codes] max( 0, max over j of d(r, t_j) )
};

}  // namespace exonweave::spliced

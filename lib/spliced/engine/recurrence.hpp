// The recurrence, once, for all engines (Gelfand, Mironov, Pevzner 1996; Nolasco and Moreano 2014, Eq. 1 and 2):
//
//   inside b_k:    S(i,j,k) = max( S(i-1,j-1,k) + d(s_i,t_j),  S(i-1,j,k) - eps,  S(i,j-1,k) - eps )        (Eq. 1)
//   first symbol:  S(i,j,k) = max( P_k(j-1) + d(s_i,t_j),      P_k(j) - eps,      S(i,j-1,k) - eps )        (Eq. 2)
//
//   P_k(j) = max over the inputs of node k of ( last row of the input at j + weight of the edge )
//
// In a graph of rows P_k is the entry row of node k, so Eq. 2 is Eq. 1 with the entry row as row 0.
//
// Affine gaps (Gotoh 1982), a gap of k symbols costing o + k*e; linear is o = 0, e = eps:
//
//   F(i,j) = max( F(i-1,j), S(i-1,j) - o ) - e                                   s_i unaligned
//   E(i,j) = max( E(i,j-1), S(i,j-1) - o ) - e                                   t_j unaligned
//   S(i,j) = max( S(i-1,j-1) + d(s_i,t_j), F(i,j), L(i) + before(j), E(i,j) )
//
// Unaligned ends of the chain, costing u + k*v for k residues; left out where they are gaps like any:
//
//   L(i) = L(i-1) - v                                                            L(source) = -u
//   T(i) = max( T(i-1) - v, max over j of ( S(i,j) + after(j) ) - u )           T(source) = unreachable
//
// A residue that is aligned with no target symbol may earn w_i, its gap weight, whichever of F, L and T it stands in: -
// e and
// - v of its row are - e + w_i and - v + w_i.
//
// Column 0 has no j-1 terms.
//
// A row is made in three steps, so that an entry row, to which several edges may bring a residue each, is made by the
// same code: start from nothing, let every edge in (with its residue: M, F, L, T - v; without: as it is), and close,
// where the node closes: graph_view.hpp. To close a row twice, or rows before their max and the max itself, makes no
// difference.
#pragma once

#include <algorithm>
#include <span>

#include "spliced/engine/problem.hpp"

namespace exonweave::spliced {

/// What one residue of a run, or one edge, reads: the row above, and how it changes on the way.
struct row_above {
  std::span<const score> above;          // [layout.width()]
  std::span<const score> substitutions;  // d(s_i, t_1..t_n), [n]
  score weight = 0;                      // of the edge
  score in_gap = 0;                      // w_i
};

/// Nothing reaches this row yet.
inline void clear_row(std::span<score> row) { std::fill(row.begin(), row.end(), unreachable); }

/// row = max(row, step.above + weight): an edge without a residue.
void let_in(std::span<const score> above, score weight, std::span<score> row);

/// row = max(row, the row below `step.above` by its residue, not closed). `row` must not overlap it.
void let_in_residue(const problem& p, const row_above& step, std::span<score> row);

/// row = the row below `step.above` by its residue, not closed.
void set_residue(const problem& p, const row_above& step, std::span<score> row);

/// The terms that stay within a row: L(i) + before(j), then E, then T.
void close_row(const problem& p, std::span<score> row);

/// The source's row.
void source_row(const problem& p, std::span<score> row);

/// The row after an edge alone: that of its input, or the one below by the edge's residue, closed. Without its weight.
/// May be `above` itself; else it is in `scratch`, [layout.width()].
inline std::span<const score> cross(const problem& p, const target_profile& profile, const edge& over,
                                    std::span<const score> above, std::span<score> scratch) {
  if (over.residue == no_residue) return above;
  set_residue(p, {above, profile.of(over.residue), 0, over.in_gap}, scratch);
  close_row(p, scratch);
  return scratch;
}

/// P_k: the entry row of node v into `entry`; `row_of(u)` gives the last row of node u. A node that nothing reaches
/// gets unreachable in every column.
template <class RowOf>
void entry_row(const problem& p, const target_profile& profile, node_id v, const RowOf& row_of,
               std::span<score> entry) {
  if (v == graph_view::source()) return source_row(p, entry);
  clear_row(entry);
  for (const edge& input : p.graph.inputs(v))
    if (input.residue == no_residue)
      let_in(row_of(input.source), input.weight, entry);
    else
      let_in_residue(p, {row_of(input.source), profile.of(input.residue), input.weight, input.in_gap}, entry);
  if (p.graph.nodes[v].is_closed) close_row(p, entry);
}

/// Row i from row i-1: S, F, L and T by the equations above. `step.above` and `row` must not overlap.
inline void next_row(const problem& p, const row_above& step, std::span<score> row) {
  set_residue(p, step, row);
  close_row(p, row);
}

}  // namespace exonweave::spliced

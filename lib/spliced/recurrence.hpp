// The recurrence, once, for all engines (Gelfand, Mironov, Pevzner 1996; Nolasco and Moreano 2014, Eq. 1 and 2):
//
//   inside b_k:    S(i,j,k) = max( S(i-1,j-1,k) + d(s_i,t_j),  S(i-1,j,k) - eps,  S(i,j-1,k) - eps )        (Eq. 1)
//   first symbol:  S(i,j,k) = max( P_k(j-1) + d(s_i,t_j),      P_k(j) - eps,      S(i,j-1,k) - eps )        (Eq. 2)
//
//   P_k(j) = max over the inputs of node k of ( last row of the input at j + weight of the edge )
//
// In a graph of rows P_k is the entry row of node k, so Eq. 2 is Eq. 1 with the entry row as row 0.
// Column 0 has no j-1 terms: S(i,0,k) = S(i-1,0,k) - eps.
#pragma once

#include <algorithm>
#include <span>

#include "spliced/problem.hpp"

namespace exonweave::spliced {

/// Eq. 1 for one cell. diagonal = S(i-1,j-1), above = S(i-1,j), left = S(i,j-1), substitution = d(s_i,t_j).
constexpr score cell(score diagonal, score above, score left, score substitution, score gap) {
  return std::max({diagonal + substitution, above - gap, left - gap});
}

/// Row i from row i-1 over columns 0..n. `substitutions` = d(s_i, t_1..t_n), [n]; `above` and `row` are [n +
/// 1] and must not overlap.
inline void next_row(std::span<const score> above, std::span<const score> substitutions, score gap,
                     std::span<score> row) {
  score left = above[0] - gap;
  row[0] = left;
  for (std::size_t j = 1; j < row.size(); ++j) {
    left = cell(above[j - 1], above[j], left, substitutions[j - 1], gap);
    row[j] = left;
  }
}

/// P_k: the entry row of node v into `entry`, [columns]; `row_of(u)` gives the last row of node u, at least
/// as long. The source's entry row is its row; a node that nothing reaches gets unreachable in every column.
template <class RowOf>
void entry_row(const problem& p, node_id v, const RowOf& row_of, std::span<score> entry) {
  if (v == graph_view::source()) {
    for (std::size_t j = 0; j < entry.size(); ++j) entry[j] = p.before(j);
    return;
  }
  std::fill(entry.begin(), entry.end(), unreachable);
  for (const edge& input : p.graph.inputs(v)) {
    const std::span<const score> last = row_of(input.source);
    for (std::size_t j = 0; j < entry.size(); ++j) entry[j] = std::max(entry[j], last[j] + input.weight);
  }
}

}  // namespace exonweave::spliced

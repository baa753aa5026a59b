#include "spliced/sequential.hpp"

#include <algorithm>
#include <vector>

#include "spliced/recurrence.hpp"

namespace exonweave::spliced {

void sequential_engine::advance(const problem& p, node_range part, row_store& rows) const {
  const std::size_t n = p.target.size();
  for (node_id k = part.first; k < part.last; ++k) {
    // above = S(i-1, 0..n, k), for the first symbol P_k(0..n), so that Eq. 2 reads like Eq. 1.
    std::vector<score> above(n + 1);
    entry_row(
        p, k, [&](node_id u) { return rows.row(u); }, above);
    for (const residue_code s_i : p.graph.residues_of(k)) {
      std::vector<score> row(n + 1);
      row[0] = above[0] - p.gap;
      for (std::size_t j = 1; j <= n; ++j)
        row[j] = cell(above[j - 1], above[j], row[j - 1], (*p.substitution)(s_i, p.target[j - 1]), p.gap);
      above = row;
    }
    std::copy(above.begin(), above.end(), rows.create(k).begin());
    rows.finish(k);
  }
}

}  // namespace exonweave::spliced

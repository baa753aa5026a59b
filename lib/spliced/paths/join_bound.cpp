#include "spliced/paths/join_bound.hpp"

#include <algorithm>

#include "spliced/graph/reversal.hpp"

namespace exonweave::spliced {

join_bound::join_bound(row_pass& forward, row_pass& backward)
    : problem_(forward.of()), before_(problem_.graph.size()), behind_(problem_.graph.size()) {
  for (node_id v = problem_.graph.sink() + 1; v-- > 0;) {
    before_[v] = scalars_of(forward, v);
    behind_[v] = scalars_of(backward, mirrored(problem_.graph, v));
  }
  const substitution_matrix& d = *problem_.substitution;
  best_pair_.assign(d.n_codes(), 0);
  for (residue_code r = 0; r < d.n_codes(); ++r)
    for (const residue_code t : problem_.target) best_pair_[r] = std::max(best_pair_[r], d(r, t));
}

score join_bound::over(const edge& across, node_id v) const {
  const scalars& above = before_[across.source];
  const scalars& behind = behind_[v];
  const scalars before = across.residue == no_residue ? above : below(above, across.residue);
  const auto both = [](score here, score there, score more) { return std::int64_t{here} + there + more; };
  std::int64_t most = both(before.best, behind.best, problem_.gaps.open);
  if (problem_.residue_ends) {
    const score u = problem_.residue_ends->open;
    most = std::max({most, both(before.lead, behind.trail, u), both(before.trail, behind.lead, u),
                     both(before.lead, behind.lead, u + problem_.before(problem_.target.size()))});
  }
  return most > -score_limit ? static_cast<score>(most + across.weight) : unreachable;
}

join_bound::scalars join_bound::scalars_of(row_pass& pass, node_id v) {
  const node_row last = pass.last_row(v);
  if (!pass.of().residue_ends) return {pass.bound(v)};
  return {pass.bound(v), pass.lead(last), pass.trail(last)};
}

join_bound::scalars join_bound::below(const scalars& above, residue_code residue) const {
  const gap_costs ends = problem_.residue_ends.value_or(gap_costs{});
  const score lead = above.lead - ends.extend;
  const score best = std::max(above.best + best_pair_[residue], lead);
  return {best, lead, std::max(above.trail - ends.extend, best - ends.open)};
}

}  // namespace exonweave::spliced

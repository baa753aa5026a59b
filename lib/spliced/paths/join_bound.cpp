#include "spliced/paths/join_bound.hpp"

#include <algorithm>

#include "spliced/engine/reversal.hpp"

namespace exonweave::spliced {

join_bound::join_bound(row_pass& forward, row_pass& backward)
    : forward_(forward), backward_(backward), problem_(forward.input()) {
  const substitution_matrix& d = *problem_.substitution;
  best_pair_.assign(d.n_codes(), 0);
  for (residue_code r = 0; r < d.n_codes(); ++r)
    for (const residue_code t : problem_.target) best_pair_[r] = std::max(best_pair_[r], d(r, t));
}

score join_bound::over(const edge& across, node_id v) {
  const scalars above = scalars_of(forward_, across.source);
  const scalars after = scalars_of(backward_, mirrored(problem_.graph, v));
  const scalars before = across.residue == no_residue ? above : below(above, across);
  const auto both = [](score here, score there, score more) { return std::int64_t{here} + there + more; };
  std::int64_t most =
      std::max(both(before.largest.S, after.largest.S, 0), both(before.largest.F, after.largest.F, problem_.gaps.open));
  if (problem_.residue_ends) {
    const score u = problem_.residue_ends->open;
    most = std::max({most, both(before.lead, after.trail, u), both(before.trail, after.lead, u),
                     both(before.lead, after.lead, u + problem_.before(problem_.target.size()))});
  }
  return most > -score_limit ? static_cast<score>(most + across.weight) : unreachable;
}

join_bound::scalars join_bound::scalars_of(row_pass& pass, node_id v) {
  const node_row last = pass.last_row(v);
  if (!pass.input().residue_ends) return {pass.bound(v)};
  return {pass.bound(v), pass.lead(last), pass.trail(last)};
}

join_bound::scalars join_bound::below(const scalars& above, const edge& across) const {
  const gap_costs ends = problem_.residue_ends.value_or(gap_costs{});
  const score change = across.in_gap - ends.extend;
  const score lead = above.lead + change;
  const score best = std::max(above.largest.S + gain_of(across), lead);
  const score gap = std::max(above.largest.F, above.largest.S - problem_.gaps.open) - problem_.gaps.extend;
  return {{best, gap + across.in_gap}, lead, std::max(above.trail + change, best - ends.open)};
}

score join_bound::gain_of(const edge& across) const {
  return std::max<score>(best_pair_[across.residue], across.in_gap);
}

}  // namespace exonweave::spliced

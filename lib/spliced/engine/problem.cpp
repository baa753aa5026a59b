#include "spliced/engine/problem.hpp"

#include <algorithm>
#include <cstdlib>
#include <vector>

namespace exonweave::spliced {

std::int64_t score_bound(const problem& p) {
  const gap_costs ends = p.residue_ends.value_or(gap_costs{});
  const std::int64_t per_symbol =
      std::max({std::int64_t{p.gaps.open} + p.gaps.extend, std::int64_t{ends.open} + ends.extend,
                std::abs(std::int64_t{p.substitution->largest()}),
                std::abs(std::int64_t{p.substitution->smallest()})});
  // heaviest[v]: the largest sum over a path to v of per_symbol per row and |weight| per edge.
  std::vector<std::int64_t> heaviest(p.graph.size(), 0);
  std::int64_t largest = 0;
  for (node_id v = 0; v < p.graph.size(); ++v) {
    for (const edge& input : p.graph.inputs(v))
      heaviest[v] = std::max(heaviest[v], heaviest[input.source] + std::abs(std::int64_t{input.weight}) +
                                              (input.residue == no_residue ? 0 : per_symbol));
    heaviest[v] += per_symbol * p.graph.nodes[v].n_residues;
    largest = std::max(largest, heaviest[v]);
  }
  const std::int64_t opened = p.residue_ends ? 1 : 0;  // a chain's end, without a residue in it yet
  return largest + per_symbol * (static_cast<std::int64_t>(p.target.size()) + opened);
}

best_end find_best_end(const problem& p, std::span<const score> sink_row) {
  const std::size_t n = p.target.size();
  best_end best{sink_row[n], n};
  if (p.free_target_ends)
    for (std::size_t j = n; j-- > 0;)
      if (sink_row[j] > best.total) best = {sink_row[j], j};
  if (p.residue_ends)
    if (const score trail = sink_row[p.layout().trail_at()]; trail > best.total) best = {trail, n + 1};
  return best;
}

}  // namespace exonweave::spliced

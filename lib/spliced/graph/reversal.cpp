#include "spliced/graph/reversal.hpp"

#include <algorithm>
#include <utility>

namespace exonweave::spliced {

reversal::reversal(const problem& p)
    : forward_(p),
      residues_(p.graph.residues.rbegin(), p.graph.residues.rend()),
      target_(p.target.rbegin(), p.target.rend()),
      nodes_(p.graph.nodes.rbegin(), p.graph.nodes.rend()) {
  const std::size_t size = nodes_.size();
  std::vector<std::uint64_t> n_outputs(size + 1, 0);  // of mirrored nodes, then where theirs begin
  for (const edge& each : p.graph.edges) ++n_outputs[mirror(each.source)];
  std::uint64_t first = 0;
  for (std::size_t v = 0; v < size; ++v) {
    node& each = nodes_[v];
    each.first_residue = residues_.size() - each.first_residue - each.n_residues;
    each.first_input = first;
    each.is_closed = each.is_open = false;
    std::swap(each.begin, each.end);
    first += std::exchange(n_outputs[v], first);
  }
  edges_.resize(p.graph.edges.size());
  for (node_id v = 0; v < size; ++v)
    for (const edge& each : p.graph.inputs(v)) {
      const node_id u = mirror(each.source);
      nodes_[u].is_closed |= each.residue != no_residue;
      edges_[n_outputs[u]++] = {mirror(v), each.weight, each.residue, each.n_nt};
    }
}

problem reversal::view() const {
  problem reversed = forward_;
  reversed.graph = {residues_, nodes_, edges_};
  reversed.target = target_;
  return reversed;
}

score join(const problem& p, std::span<const score> last, std::span<const score> behind) {
  const row_layout layout = p.layout();
  std::int64_t best = unreachable;
  const auto both = [&](std::size_t here, std::size_t there, score charged_twice) {
    best = std::max(best, std::int64_t{last[here]} + behind[there] + charged_twice);
  };
  const std::size_t n = layout.n_columns - 1;
  for (std::size_t j = 0; j <= n; ++j) both(j, n - j, 0);
  if (layout.has_vertical)
    for (std::size_t j = 0; j <= n; ++j) both(layout.vertical_at(j), layout.vertical_at(n - j), p.gaps.open);
  if (layout.has_ends) {
    both(layout.lead_at(), layout.trail_at(), p.residue_ends->open);
    both(layout.trail_at(), layout.lead_at(), p.residue_ends->open);
    both(layout.lead_at(), layout.lead_at(), p.residue_ends->open + p.before(n));  // no pair at all
  }
  return is_reachable(static_cast<score>(best)) ? static_cast<score>(best) : unreachable;
}

}  // namespace exonweave::spliced

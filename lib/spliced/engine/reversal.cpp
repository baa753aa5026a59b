#include "spliced/engine/reversal.hpp"

#include <algorithm>
#include <utility>

namespace exonweave::spliced {

reversed_graph::reversed_graph(const graph_view& forward)
    : residues_(forward.residues.rbegin(), forward.residues.rend()),
      gap_sums_(forward.gap_sums.rbegin(), forward.gap_sums.rend()),
      nodes_(forward.nodes.rbegin(), forward.nodes.rend()) {
  for (score& sum : gap_sums_) sum = forward.gap_sums.back() - sum;
  const std::size_t size = nodes_.size();
  large_vector<std::uint32_t> n_outputs(size + 1, 0);  // of mirrored nodes, then where theirs begin
  for (const edge& each : forward.edges) ++n_outputs[mirror(each.source)];
  std::uint32_t first = 0;
  for (std::size_t v = 0; v < size; ++v) {
    node& each = nodes_[v];
    each.first_residue = static_cast<std::uint32_t>(residues_.size()) - each.first_residue - each.n_residues;
    each.first_input = first;
    each.is_closed = each.is_open = false;
    each.end = -each.begin();
    first += std::exchange(n_outputs[v], first);
  }
  edges_.resize(forward.edges.size());
  for (node_id v = 0; v < size; ++v)
    for (const edge& each : forward.inputs(v)) {
      const node_id u = mirror(each.source);
      nodes_[u].is_closed |= each.residue != no_residue;
      edges_[n_outputs[u]++] = {mirror(v), each.weight, each.residue, each.n_nt, each.in_gap};
    }
}

reversal::reversal(const problem& p, std::shared_ptr<const reversed_graph> graph)
    : forward_(p), graph_(std::move(graph)), target_(p.target.rbegin(), p.target.rend()) {}

problem reversal::view() const {
  problem reversed = forward_;
  reversed.graph = graph_->view();
  reversed.target = target_;
  return reversed;
}

score join(const problem& p, std::span<const score> last, std::span<const score> after) {
  const row_layout layout = p.layout();
  std::int64_t best = unreachable;
  const auto both = [&](std::size_t here, std::size_t there, score charged_twice) {
    best = std::max(best, std::int64_t{last[here]} + after[there] + charged_twice);
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

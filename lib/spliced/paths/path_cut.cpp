#include "spliced/paths/path_cut.hpp"

#include <algorithm>
#include <vector>

#include "spliced/engine/reversal.hpp"
#include "spliced/paths/edge_join.hpp"
#include "spliced/paths/path_exon.hpp"

namespace exonweave::spliced {
namespace {

// A border where paths end, or begin, and at most what the best of them is worth.
struct path_end {
  std::int64_t position;  // nt
  score value;
};

// At least the best of the paths that end in a node's last row.
score value_of(row_pass& pass, node_id v) { return std::max(pass.bound(v).S, pass.trail(pass.last_row(v))); }

// The same over an edge to `v`: the row of a junction is the larger one of what all of its edges bring.
score value_over(row_pass& pass, const edge& over, node_id v) {
  const score above = value_of(pass, over.source);
  if (!is_reachable(above)) return unreachable;
  const score gain =
      over.residue == no_residue ? 0 : std::max<score>({0, over.in_gap, pass.input().substitution->largest()});
  return std::min(value_of(pass, v), with_weight(above, over.weight + gain));
}

// Of all edges over which paths of `pass` leave their last exon for the sink, directly or over junctions that lead
// nowhere else, by ascending position: position(edge, its node) in nt.
template <class Position>
std::vector<path_end> ends_of(row_pass& pass, const Position& position) {
  const graph_view& graph = pass.input().graph;
  std::vector<path_end> ends;
  std::vector<node_id> open = {graph.sink()};  // the sink so far, of which one leads to the next
  while (!open.empty()) {
    const node_id v = open.back();
    open.pop_back();
    for (const edge& input : graph.inputs(v)) {
      if (graph.is_inside(input.source))
        ends.push_back({position(input, v), value_over(pass, input, v)});
      else
        open.push_back(input.source);
    }
  }
  std::erase_if(ends, [](const path_end& each) { return !is_reachable(each.value); });
  std::ranges::sort(ends, {}, &path_end::position);
  return ends;
}

}  // namespace

std::optional<path_cut> find_path_cut(row_pass& forward, row_pass& backward, score least) {
  const graph_view& graph = forward.input().graph;
  const auto ends = ends_of(forward, [&](const edge& over, node_id) { return end_over(graph, over); });
  auto begins = ends_of(backward, [&](const edge& over, node_id) {
    return graph.nodes[mirrored(graph, over.source)].begin() - over.n_nt;
  });
  // After each begin the best of all from there on.
  for (std::size_t b = begins.size(); b-- > 1;) begins[b - 1].value = std::max(begins[b - 1].value, begins[b].value);
  std::optional<path_cut> best;
  score before = unreachable;
  std::size_t b = 0;
  for (const path_end& end : ends) {
    if (end.value <= before) continue;
    before = end.value;
    while (b < begins.size() && begins[b].position < end.position) ++b;
    if (b == begins.size()) break;
    const score after = begins[b].value;
    if (before < least || after < least) continue;
    if (best && std::int64_t{before} + after <= std::int64_t{best->before} + best->after) continue;
    best = {end.position, before, after};
  }
  return best;
}

}  // namespace exonweave::spliced

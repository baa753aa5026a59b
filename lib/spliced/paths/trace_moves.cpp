#include "spliced/paths/trace_moves.hpp"

#include "spliced/paths/path_exon.hpp"

namespace exonweave::spliced {

state_set trace_moves::step(edit op, const state_set& states, std::size_t column) {
  state_set next;
  if (columns_of(op) > column) return next;
  if (op != edit::unaligned && !rows_.is_settled(column)) return next;
  for (const state& source : states)
    if (op == edit::insertion)
      add_insertions(source, column, next);
    else
      for_each_above(source, [&](const step_above& above) { add_above(op, source, column, above, next); });
  return next;
}

template <class Visit>
void trace_moves::for_each_above(const state& source, const Visit& visit) const {
  const graph_view& graph = rows_.graph();
  const auto [v, row] = source.position;
  if (row > 0) return visit(step_above{{v, row - 1}, graph.residues_of(v)[row - 1], graph.weight_of_row(v, row), 0, 0});
  if (!graph.is_inside(v)) return;
  for (const edge& input : graph.inputs(v))
    if (input.residue != no_residue)
      visit(step_above{rows_.after(input), input.residue, input.in_gap, input.weight,
                       begins_exon(graph, input, v) ? begin_over(graph, input, v) : 0});
}

void trace_moves::add_above(edit op, const state& source, std::size_t column, const step_above& above,
                            state_set& next) {
  const auto add_if = [&](plane letter, score value, score change) {
    if (value + change + above.weight == source.value) next.insert({above.position, letter, value, above.begin});
  };
  if (op == edit::match && source.letter == plane::best)
    add_if(plane::best, rows_.cell(above.position, column - 1).S, profile_.of(above.residue)[column - 1]);
  else if (op == edit::deletion)
    add_deletions(source, column, above, next);
  else if (op == edit::unaligned && (source.letter == plane::lead || source.letter == plane::trail))
    add_if(source.letter, rows_.value(above.position, source.letter, column),
           above.in_gap - rows_.input().residue_ends->extend);
}

// F(i,j) = max( F(i-1,j), S(i-1,j) - o ) - e + w_i, where F is what the path is worth.
void trace_moves::add_deletions(const state& source, std::size_t column, const step_above& above, state_set& next) {
  const gap_costs gaps = rows_.input().gaps;
  const bool is_affine = rows_.input().layout().has_vertical;
  if (source.letter != plane::best && source.letter != plane::vertical) return;
  if (is_affine && source.letter == plane::best && rows_.cell(source.position, column).F != source.value) return;
  const auto [S, F] = rows_.cell(above.position, column);
  const score requested = source.value - above.weight - above.in_gap + gaps.extend;
  if (S - gaps.open == requested) next.insert({above.position, plane::best, S, above.begin});
  if (is_affine && F == requested) next.insert({above.position, plane::vertical, F, above.begin});
}

// E(i,j) = max( E(i,j-1), S(i,j-1) - o ) - e, where E is what the path is worth.
void trace_moves::add_insertions(const state& source, std::size_t column, state_set& next) {
  if (!rows_.is_closed(source.position)) return;
  if (source.letter != plane::best && source.letter != plane::horizontal) return;
  if (rows_.gap(source.position, column) != source.value) return;
  const gap_costs gaps = rows_.input().gaps;
  const score requested = source.value + gaps.extend;
  const score S = rows_.cell(source.position, column - 1).S, E = rows_.gap(source.position, column - 1);
  if (S - gaps.open == requested) next.insert({source.position, plane::best, S});
  if (E == requested) next.insert({source.position, plane::horizontal, E});
}

}  // namespace exonweave::spliced

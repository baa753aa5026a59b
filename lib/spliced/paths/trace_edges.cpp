#include "spliced/paths/trace_edges.hpp"

#include <optional>

#include "spliced/paths/path_exon.hpp"

namespace exonweave::spliced {
namespace {

// Keeps of the ends added the largest.
void add_end(trace_ends& ends, std::int64_t end, const state& added) {
  if (ends.states.empty() || end > ends.end) ends = {end, {}};
  if (end == ends.end) ends.states.insert(added);
}

}  // namespace

template <class Requested, class Visit>
void trace_edges::for_each_bare_input(const state& reached, std::size_t column, const Requested& requested,
                                      const Visit& visit) {
  if (reached.position.row > 0 || reached.letter == plane::horizontal) return;  // E starts within its row
  const edge* const only = only_possible(reached, column);
  for (const edge& input : rows_.graph().inputs(reached.position.node)) {
    if (input.residue != no_residue || !requested(input)) continue;
    if ((only != nullptr && &input != only) || !may_bring(input, reached, column)) continue;
    const score before =
        only != nullptr ? reached.value - input.weight : rows_.value(rows_.after(input), reached.letter, column);
    if (before + input.weight == reached.value) visit(input, before);
  }
}

// Whether bounds allow that a value comes over a bare edge.
bool trace_edges::may_bring(const edge& input, const state& reached, std::size_t column) const {
  const bool is_bounded = reached.letter == plane::best || reached.letter == plane::vertical;
  if (!is_bounded || !rows_.is_settled(column)) return true;
  const row_cell bound = rows_.bound(input);
  return (reached.letter == plane::best ? bound.S : bound.F) + input.weight >= reached.value;
}

// A junction's value is that of one of its inputs. Where bounds leave but one that scores so much, it is that one,
// and no row need be read: so the traceback goes through introns without having them computed again.
const edge* trace_edges::only_possible(const state& reached, std::size_t column) const {
  if (rows_.graph().is_inside(reached.position.node)) return nullptr;
  const edge* possible = nullptr;
  for (const edge& input : rows_.graph().inputs(reached.position.node)) {
    if (input.residue == no_residue && !may_bring(input, reached, column)) continue;
    if (possible != nullptr || input.residue != no_residue) return nullptr;
    possible = &input;
  }
  return possible;
}

// Before the first codon of a chain; elsewhere the nt that an edge covers are those of a codon.
std::uint8_t trace_edges::skipped_by(const edge& input) const {
  return relations_[input.source] == source_relation::copy ? input.n_nt : std::uint8_t{0};
}

void trace_edges::follow_bare_edges(state_set& states, std::size_t column) {
  const graph_view& graph = rows_.graph();
  const auto is_no_shift = [&](const edge& input) { return !graph.is_frameshift(input); };
  std::vector<state> open(states.begin(), states.end());
  const auto add = [&](const state& found) {
    if (states.insert(found)) open.push_back(found);
  };
  while (!open.empty()) {
    const state current = open.back();
    open.pop_back();
    if (!graph.is_inside(current.position.node)) continue;
    // L(i) + before(j)
    if (current.letter == plane::best && rows_.input().residue_ends && rows_.is_closed(current.position))
      if (const score lead = rows_.value(current.position, plane::lead, column);
          lead + rows_.input().before(column) == current.value)
        add({current.position, plane::lead, lead});
    for_each_bare_input(current, column, is_no_shift, [&](const edge& input, score before) {
      state next{rows_.after(input), current.letter, before};
      if (begins_exon(graph, input, current.position.node))
        next.begin = begin_over(graph, input, current.position.node), next.n_skipped = skipped_by(input);
      add(next);
    });
  }
}

trace_ends trace_edges::cross_frameshift(const state_set& states, int n_nt, std::size_t column) {
  const graph_view& graph = rows_.graph();
  const auto is_shift = [&](const edge& input) { return input.n_nt == n_nt && graph.is_frameshift(input); };
  trace_ends found;
  for (const state& current : states) {
    if (!graph.is_inside(current.position.node)) continue;
    for_each_bare_input(current, column, is_shift, [&](const edge& input, score before) {
      add_end(found, graph.nodes[input.source].end, {rows_.after(input), current.letter, before});
    });
  }
  return found;
}

bool trace_edges::reaches_source(state_set junctions, std::size_t column) {
  const auto is_between = [&](const edge& input) { return !rows_.graph().is_inside(input.source); };
  while (!junctions.empty()) {
    const state current = junctions.pop_last();
    const source_relation relation = relations_[current.position.node];
    if (relation == source_relation::copy) return true;
    if (relation == source_relation::none) continue;
    for_each_bare_input(current, column, is_between, [&](const edge& input, score before) {
      junctions.insert({rows_.after(input), current.letter, before});
    });
  }
  return false;
}

trace_ends trace_edges::enter_exon(state_set junctions, std::size_t column) {
  const graph_view& graph = rows_.graph();
  const auto is_not_source = [&](const edge& input) { return relations_[input.source] != source_relation::copy; };
  trace_ends found;
  while (!junctions.empty()) {
    const state current = junctions.pop_last();
    // All exon ends before a junction lie before its position.
    if (!found.states.empty() && graph.nodes[current.position.node].end < found.end) continue;
    for_each_bare_input(current, column, is_not_source, [&](const edge& input, score before) {
      const state next{rows_.after(input), current.letter, before};
      if (graph.is_inside(input.source))
        add_end(found, end_over(graph, input), next);
      else
        junctions.insert(next);
    });
  }
  return found;
}

}  // namespace exonweave::spliced

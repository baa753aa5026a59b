#include "spliced/graph/row_graph.hpp"

#include <cstdlib>
#include <limits>
#include <stdexcept>
#include <utility>

namespace exonweave::spliced {

std::uint64_t count_rows(const graph_view& graph, node_range part) {
  std::uint64_t rows = 0;
  for (const node& each : graph.nodes.subspan(part.first, part.last - part.first))
    rows += each.n_residues + (each.is_closed ? 1 : 0);
  return rows;
}

std::vector<source_relation> relate_to_source(const graph_view& graph) {
  std::vector<source_relation> relations(graph.size(), source_relation::none);
  relations[graph_view::source()] = source_relation::copy;
  for (node_id v = 1; v < graph.size(); ++v) {
    if (graph.is_inside(v)) continue;
    const auto inputs = graph.inputs(v);
    for (const edge& input : inputs)
      if (relations[input.source] != source_relation::none) relations[v] = source_relation::junctions;
    if (inputs.size() == 1 && relations[inputs[0].source] == source_relation::copy && inputs[0].weight == 0)
      relations[v] = source_relation::copy;
  }
  return relations;
}

row_graph::row_graph(std::vector<residue_code> residues, std::uint8_t nt_per_residue,
                     std::span<const gap_weight> weights)
    : residues_(std::move(residues)), nt_per_residue_(nt_per_residue), nodes_(1) {
  if (weights.empty()) return;
  if (weights.size() != residues_.size()) throw std::invalid_argument("every residue needs a gap weight");
  gap_sums_.reserve(weights.size() + 1);
  gap_sums_.push_back(0);
  for (const gap_weight each : weights) {
    gap_sums_.push_back(gap_sums_.back() + each);
    if (std::abs(gap_sums_.back()) >= score_limit) throw std::range_error("gap weights are too large");
  }
}

void row_graph::reserve(std::size_t n_nodes, std::size_t n_edges) {
  nodes_.reserve(n_nodes);
  edges_.reserve(n_edges);
}

node_id row_graph::add_run(std::uint64_t first_residue, std::uint32_t n_residues, std::int64_t end,
                           std::span<const edge> inputs) {
  if (n_residues == 0) throw std::invalid_argument("a run needs at least one residue");
  if (residues_.size() > std::numeric_limits<std::uint32_t>::max()) throw std::length_error("too many residues");
  if (first_residue > residues_.size() || n_residues > residues_.size() - first_residue)
    throw std::invalid_argument("a run lies beyond the residues");
  return add({.first_residue = static_cast<std::uint32_t>(first_residue),
              .n_residues = n_residues,
              .kind = node_kind::run,
              .nt_per_residue = nt_per_residue_,
              .end = end},
             inputs);
}

node_id row_graph::add_pass(std::int64_t position, std::span<const edge> inputs) {
  return add({.kind = node_kind::pass, .end = position}, inputs);
}

node_id row_graph::add_open_pass(std::int64_t position, std::span<const edge> inputs) {
  return add({.kind = node_kind::pass, .is_open = true, .end = position}, inputs);
}

node_id row_graph::add_junction(std::int64_t position, std::span<const edge> inputs) {
  return add({.kind = node_kind::junction, .end = position}, inputs);
}

node_id row_graph::add(node added, std::span<const edge> inputs) {
  if (nodes_.size() >= std::numeric_limits<node_id>::max()) throw std::length_error("too many nodes");
  for (const edge& input : inputs)
    if (input.source >= nodes_.size()) throw std::invalid_argument("an edge must come from an earlier node");
  settle_closing(inputs, added);
  if (edges_.size() + inputs.size() > std::numeric_limits<std::uint32_t>::max())
    throw std::length_error("too many edges");
  added.first_input = static_cast<std::uint32_t>(edges_.size());
  edges_.insert(edges_.end(), inputs.begin(), inputs.end());
  nodes_.push_back(added);
  return static_cast<node_id>(nodes_.size() - 1);
}

// Comes with is_open set for what is to be an open pass, else with neither flag.
void row_graph::settle_closing(std::span<const edge> inputs, node& added) const {
  bool has_residues = false, has_bare = false, has_open = false, has_closed_junction = false;
  for (const edge& input : inputs) {
    const node& source = nodes_[input.source];
    const bool is_bare = input.residue == no_residue;
    has_residues |= !is_bare;
    has_bare |= is_bare && !source.is_open;
    has_open |= source.is_open;
    has_closed_junction |= is_bare && !source.is_open && source.kind == node_kind::junction;
    if (source.is_open && !is_bare) throw std::invalid_argument("a residue is aligned to a row that is open");
  }
  if (added.is_open) {
    if (has_bare || has_open) throw std::invalid_argument("every edge to an open pass needs a residue");
    return;
  }
  if (added.kind == node_kind::junction && has_open && !has_residues) {
    if (has_bare) throw std::invalid_argument("a junction takes open rows and others");
    added.is_open = true;
    return;
  }
  added.is_closed = has_residues || has_open;
  if (added.is_closed && has_closed_junction)  // an unaligned target symbol could stand between exons
    throw std::invalid_argument("a bare edge from a junction leads to a node that closes its row");
}

}  // namespace exonweave::spliced

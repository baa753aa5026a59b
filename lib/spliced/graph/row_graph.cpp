#include "spliced/graph/row_graph.hpp"

#include <limits>
#include <stdexcept>
#include <utility>

namespace exonweave::spliced {

std::uint64_t count_rows(const graph_view& graph, node_range part) {
  std::uint64_t rows = 0;
  for (const node& each : graph.nodes.subspan(part.first, part.last - part.first))
    rows += each.n_residues + (each.has_residue_edges ? 1 : 0);
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

row_graph::row_graph(std::vector<residue_code> residues, std::uint8_t nt_per_residue)
    : residues_(std::move(residues)), nt_per_residue_(nt_per_residue), nodes_(1) {}

node_id row_graph::add_run(std::uint64_t first_residue, std::uint32_t n_residues, std::int64_t end,
                           std::span<const edge> inputs) {
  if (n_residues == 0) throw std::invalid_argument("a run needs at least one residue");
  if (first_residue > residues_.size() || n_residues > residues_.size() - first_residue)
    throw std::invalid_argument("a run lies beyond the residues");
  return add({.first_residue = first_residue,
              .n_residues = n_residues,
              .kind = node_kind::run,
              .begin = end - std::int64_t{n_residues} * nt_per_residue_,
              .end = end},
             inputs);
}

node_id row_graph::add_pass(std::int64_t position, std::span<const edge> inputs) {
  return add({.kind = node_kind::pass, .begin = position, .end = position}, inputs);
}

node_id row_graph::add_junction(std::int64_t position, std::span<const edge> inputs) {
  return add({.kind = node_kind::junction, .begin = position, .end = position}, inputs);
}

node_id row_graph::add(node added, std::span<const edge> inputs) {
  if (nodes_.size() >= std::numeric_limits<node_id>::max()) throw std::length_error("too many nodes");
  for (const edge& input : inputs)
    if (input.source >= nodes_.size()) throw std::invalid_argument("an edge must come from an earlier node");
  for (const edge& input : inputs) added.has_residue_edges |= input.residue != no_residue;
  for (const edge& input : inputs)  // or an unaligned target symbol could stand between exons
    if (added.has_residue_edges && input.residue == no_residue &&
        nodes_[input.source].kind == node_kind::junction)
      throw std::invalid_argument("edges with residues and a bare one from a junction lead to one node");
  added.first_input = edges_.size();
  edges_.insert(edges_.end(), inputs.begin(), inputs.end());
  nodes_.push_back(added);
  return static_cast<node_id>(nodes_.size() - 1);
}

}  // namespace exonweave::spliced

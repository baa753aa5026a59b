// The one abstraction that engines see: a DAG of rows to which a target is aligned. Nodes stand in topological order;
// node 0 is the source, the last one the sink.
//
//   source --> run ACGT --> junction --> run GG --> junction --> sink
//      \____________________________________/
//
// - A run holds residues, one DP row each; the row above its first one is its entry row.
// - A junction holds none; its row is its entry row.
// - The entry row of a node is the element-wise max over its inputs of (the input's last row + the edge's weight).
//   The source has no inputs; its row is the cost of leaving the target's beginning unaligned.
// - An edge from run to run continues one exon; a path that passes a junction ends one exon and may begin another.
#pragma once

#include <cstdint>
#include <span>

#include "spliced/alphabet.hpp"
#include "spliced/score.hpp"

namespace exonweave::spliced {

using node_id = std::uint32_t;

struct edge {
  node_id source;  // the node whose last row is read
  score weight;    // added to every element of that row
};

struct node {
  std::uint64_t first_residue = 0;  // index into residues
  std::uint64_t first_input = 0;    // index into edges; the inputs end where those of the next node begin
  std::uint32_t n_residues = 0;     // 0: a junction
  std::int64_t position = 0;  // where the node's last row lies on the strand [nt]; orders ties, nothing else
};

/// Half-open range of nodes in topological order.
struct node_range {
  node_id first = 0;
  node_id last = 0;
};

/// A flat, non-owning view; the owner is row_graph.
struct graph_view {
  std::span<const residue_code> residues;
  std::span<const node> nodes;
  std::span<const edge> edges;

  [[nodiscard]] std::size_t size() const { return nodes.size(); }
  [[nodiscard]] static constexpr node_id source() { return 0; }
  [[nodiscard]] node_id sink() const { return static_cast<node_id>(nodes.size() - 1); }
  [[nodiscard]] bool is_run(node_id v) const { return nodes[v].n_residues != 0; }

  [[nodiscard]] std::span<const edge> inputs(node_id v) const {
    const std::uint64_t end = v + 1 < nodes.size() ? nodes[v + 1].first_input : edges.size();
    return edges.subspan(nodes[v].first_input, end - nodes[v].first_input);
  }
  [[nodiscard]] std::span<const residue_code> residues_of(node_id v) const {
    return residues.subspan(nodes[v].first_residue, nodes[v].n_residues);
  }
};

/// DP rows of all runs: what an engine computes for each target column.
std::uint64_t count_rows(const graph_view& graph);

}  // namespace exonweave::spliced

// The one abstraction that engines see: a DAG of rows to which a target is aligned. Nodes stand in topological order;
// node 0 is the source, the last one the sink.
//
//   source --> run ACGT --> junction --> run GG --> junction --> sink
//      \____________________________________/
//
// - A run holds residues, one DP row each; the row above its first one is its entry row.
// - A pass and a junction hold none; their row is their entry row. A pass lies inside an exon, a junction between
//   exons (or before the first, or after the last).
// - The entry row of a node is the element-wise max over its inputs of (the input's last row + the edge's weight),
//   where an edge may carry one residue of its own, aligned on the way: the codon that an intron splits.
//   The source has no inputs; its row is the cost of leaving the target's beginning unaligned.
// - An edge from a junction into an exon begins one there, an edge from an exon to a junction ends it.
//
// A protein's split codon is aligned where its middle base is. g|GT...AG|ta, codon gta = V, and gt|GT...AG|a:
//
//   run ...K --(g, 1 nt)--> junction of class g --(V, 2 nt)--> closed pass --> run S...
//   run ...K --(V, 2 nt)--> open pass --> junction of class "a follows" --(1 nt)--> closed pass --> run S...
//
// To close a row is to let in the terms that stay within it (recurrence.hpp): unaligned target symbols, the begin and
// the end of the pairs. Each may stand directly after a residue only, or before the first; so rows are
//
// - closed here: entry rows that residues on edges lead to, or open rows;
// - open: what such edges lead to is left as it is, not closed, until the next exon has the codon's last base: open
//   passes, and the junctions after them;
// - all others: the max of closed rows, which is closed as well.
//
// Residues may have gap weights: what they earn where they are aligned with no target symbol. They change nothing of
// which paths there are.
//
// Two rules keep unaligned target symbols from standing between exons, whatever path is read back from the rows:
// a node that closes takes no bare edge from a junction that is not open, and open rows are read by junctions that read
// nothing else, or by nodes that close.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "spliced/scoring/alphabet.hpp"
#include "spliced/scoring/score.hpp"

namespace exonweave::spliced {

using node_id = std::uint32_t;

/// An edge without a residue.
constexpr residue_code no_residue = 0xFF;

/// What a residue earns where no target symbol is aligned with it: in a gap, or in an unaligned end of the chain.
using gap_weight = std::int16_t;

struct edge {
  node_id source;                     // the node whose last row is read
  score weight;                       // added to every element of that row
  residue_code residue = no_residue;  // aligned to the target on the way
  std::uint8_t n_nt = 0;              // nt of the exon that the edge itself covers: into an exon they lie before
                                      // the node, else after the source. Inside an exon, without a residue, they
                                      // are skipped: a frameshift; as they are from the source into an exon.
  gap_weight in_gap = 0;              // with a residue
};

enum class node_kind : std::uint8_t { junction, pass, run };

struct node {
  std::uint32_t first_residue = 0;  // index into residues
  std::uint32_t first_input = 0;    // index into edges; the inputs end where those of the next node begin
  std::uint32_t n_residues = 0;     // of a run, else 0
  node_kind kind = node_kind::junction;
  bool is_closed = false;  // its entry row is closed here
  bool is_open = false;    // its row is left open
  std::uint8_t nt_per_residue = 1;
  std::int64_t end = 0;  // nt on the strand where its last row lies; orders ties

  /// nt on the strand where its first row's residue begins.
  [[nodiscard]] std::int64_t begin() const { return end - std::int64_t{n_residues} * nt_per_residue; }

  /// Whether its last row is computed as such, and not only put together from others.
  [[nodiscard]] bool is_computed() const { return n_residues > 0 || is_closed; }
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
  // [residues + 1] the sums of the gap weights of all residues before each; empty: there are none, on edges neither.
  std::span<const score> gap_sums{};

  [[nodiscard]] std::size_t size() const { return nodes.size(); }
  [[nodiscard]] static constexpr node_id source() { return 0; }
  [[nodiscard]] node_id sink() const { return static_cast<node_id>(nodes.size() - 1); }
  /// Runs and passes lie inside an exon.
  [[nodiscard]] bool is_inside(node_id v) const { return nodes[v].kind != node_kind::junction; }

  /// Whether an edge, to a node inside an exon, skips nt of it.
  [[nodiscard]] bool is_frameshift(const edge& input) const {
    return input.residue == no_residue && input.n_nt > 0 && is_inside(input.source);
  }

  [[nodiscard]] std::span<const edge> inputs(node_id v) const {
    const std::uint64_t end = v + 1 < nodes.size() ? nodes[v + 1].first_input : edges.size();
    return edges.subspan(nodes[v].first_input, end - nodes[v].first_input);
  }
  [[nodiscard]] std::span<const residue_code> residues_of(node_id v) const {
    return residues.subspan(nodes[v].first_residue, nodes[v].n_residues);
  }

  [[nodiscard]] bool has_gap_weights() const { return !gap_sums.empty(); }
  /// The sum of those of `n` residues.
  [[nodiscard]] score weight_in_gap(std::uint64_t first_residue, std::uint64_t n = 1) const {
    return gap_sums.empty() ? 0 : gap_sums[first_residue + n] - gap_sums[first_residue];
  }
  /// That of the residue of row `row` of a run, counted from 1.
  [[nodiscard]] score weight_of_row(node_id v, std::uint32_t row) const {
    return weight_in_gap(std::uint64_t{nodes[v].first_residue} + row - 1);
  }
};

/// DP rows that an engine makes and closes for each target column: residues of runs, and nodes that close.
std::uint64_t count_rows(const graph_view& graph, node_range part);
inline std::uint64_t count_rows(const graph_view& graph) {
  return count_rows(graph, {0, static_cast<node_id>(graph.size())});
}

/// What the arrays after a view hold.
inline std::uint64_t bytes_of(const graph_view& graph) {
  return graph.residues.size_bytes() + graph.nodes.size_bytes() + graph.edges.size_bytes() +
         graph.gap_sums.size_bytes();
}

/// How a node stands to the source.
enum class source_relation : std::uint8_t {
  none,       // an exon lies between them on every path
  junctions,  // some path between them goes over junctions only
  copy,       // its row is the source's: the source, or a junction that takes it over as it is
};

/// [nodes] A path that has got back to a copy has begun.
std::vector<source_relation> relate_to_source(const graph_view& graph);

}  // namespace exonweave::spliced

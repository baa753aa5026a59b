// Owns the arrays after a graph_view and checks, node by node, that they describe a DAG in topological
// order, in which rows are closed where they have to be. Runs, passes and junctions close by themselves when residues
// on edges lead to them, runs and passes also after open rows. What breaks the rules of graph_view.hpp is refused:
// std::invalid_argument.
#pragma once

#include <span>
#include <vector>

#include "spliced/graph/graph_view.hpp"
#include "spliced/graph/large_vector.hpp"

namespace exonweave::spliced {

class row_graph {
 public:
  /// `residues`: what runs are cut from, each standing for `nt_per_residue` nt. The source is there from the start.
  /// `weights`: of each residue in gaps; empty: none, and edges have none either. Throws std::range_error where their
  /// sums leave the range of scores.
  explicit row_graph(std::vector<residue_code> residues, std::uint8_t nt_per_residue = 1,
                     std::span<const gap_weight> weights = {});

  /// Makes room, so that adding that many moves nothing.
  void reserve(std::size_t n_nodes, std::size_t n_edges);

  /// Adds a run of residues [first_residue, first_residue + n_residues), n_residues >= 1, whose inputs all
  /// exist and whose last residue ends at `end`. Throws std::invalid_argument otherwise.
  node_id add_run(std::uint64_t first_residue, std::uint32_t n_residues, std::int64_t end,
                  std::span<const edge> inputs);

  /// Adds a place inside an exon without a residue of its own.
  node_id add_pass(std::int64_t position, std::span<const edge> inputs);

  /// The same with an open row: all of its inputs bring a residue, and nodes after it close.
  node_id add_open_pass(std::int64_t position, std::span<const edge> inputs);

  /// Adds a junction; one without inputs is never reached. The last one added is the sink.
  node_id add_junction(std::int64_t position, std::span<const edge> inputs);

  [[nodiscard]] graph_view view() const { return {residues_, nodes_, edges_, gap_sums_}; }

 private:
  node_id add(node added, std::span<const edge> inputs);
  void settle_closing(std::span<const edge> inputs, node& added) const;

  std::vector<residue_code> residues_;
  std::uint8_t nt_per_residue_;
  std::vector<score> gap_sums_;  // as graph_view has them
  large_vector<node> nodes_;
  large_vector<edge> edges_;
};

}  // namespace exonweave::spliced

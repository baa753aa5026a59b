// Where chains begin and end in a graph of rows. Edges from the source and into the sink would be as long as the graph,
// and keep rows live: with junctions of their own, copies of the source's row and the sink so far, they stay short.
#pragma once

#include <vector>

#include "exons/graph/chain_graph.hpp"

namespace exonweave {

class source_and_sink {
 public:
  /// With `chained` by way of junctions, else directly.
  source_and_sink(spliced::row_graph& graph, bool chained) : graph_(graph), chained_(chained) {}

  /// From the source into a chain's first exon at `position`. Positions ascend from call to call.
  spliced::edge begin(std::int64_t position, spliced::score weight);
  /// The same from the last of these sources at or before `position`: positions need not ascend.
  [[nodiscard]] spliced::edge begin_before(std::int64_t position, spliced::score weight) const;

  /// A chain ends at the position that make_sink gets next.
  void end(const spliced::edge& over) { ending_.push_back(over); }
  /// The sink so far, if any chain ended here.
  void make_sink(std::int64_t position);
  /// The sink itself, the last node.
  void finish(std::int64_t position) { graph_.add_junction(position, inputs_); }

 private:
  struct copy {
    std::int64_t position;
    spliced::node_id node;
  };

  spliced::row_graph& graph_;
  bool chained_;
  std::vector<copy> copies_;           // of the source's row
  std::vector<spliced::edge> ending_;  // at the current position
  std::vector<spliced::edge> inputs_;  // of the sink; chained: the sink so far alone
};

}  // namespace exonweave

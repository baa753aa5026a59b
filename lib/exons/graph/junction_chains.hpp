// The junctions between exons, by border class: one for each exon end, or a chain of them, each the running maximum of all
// that ended so far in its class.
#pragma once

#include <array>
#include <bitset>
#include <optional>
#include <vector>

#include "exons/graph/border_class.hpp"
#include "exons/graph/chain_graph.hpp"

namespace exonweave {

class junction_chains {
 public:
  /// With `chained` a running maximum, else a junction for each edge that leaves.
  junction_chains(spliced::row_graph& graph, const intron_rules& introns, bool chained)
      : graph_(graph), introns_(introns), chained_(chained) {}

  /// An exon ends at the position that make_junctions gets next: `over` leads out of it.
  void leave(border_class into, const spliced::edge& over);

  /// Makes the junctions of what has left. Positions ascend from call to call.
  void make_junctions(std::int64_t position);

  /// Whether any exon ended in this class.
  [[nodiscard]] bool has(border_class of) const { return has_feeders_[of.index()]; }

  /// Appends to `edges` those by which a chain of a class may enter an exon at `position`, each with `weight` and the cost
  /// of the intron. Positions ascend from call to call. With `only_from` introns begin there alone.
  void enter(border_class from, std::int64_t position, spliced::score weight,
             std::optional<std::int64_t> only_from, std::vector<spliced::edge>& edges);

 private:
  struct feeder {
    std::int64_t position;
    spliced::node_id node;
  };
  struct chain {
    std::vector<feeder> feeders;         // positions ascend
    std::size_t n_reached = 0;           // of them, those that are far enough from where exons begin now
    std::vector<spliced::edge> leaving;  // no junction yet
  };

  void add_junction(std::int64_t position, std::span<const spliced::edge> inputs, chain& into);

  spliced::row_graph& graph_;
  intron_rules introns_;
  bool chained_;
  std::array<chain, border_class::count> chains_;
  std::bitset<border_class::count>
      has_feeders_;                // [chains] side by side: asked for every class at every acceptor
  std::vector<std::size_t> left_;  // indices of chains with edges that leave
};

}  // namespace exonweave

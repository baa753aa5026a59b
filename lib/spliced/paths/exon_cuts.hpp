// Where paths that have not all the exons of a given chain leave it: sets of edges, each set crossed by them and only
// by them.
//
// A path lacks the exon e = [a, b) when it avoids the start a, or avoids the end b, or uses both for different exons;
// the latter has an exon that ends between them. So three sets of edges tell the best path without e:
//
// - Nodes stand in topological order, and a cut between two of them is crossed exactly once by every path. At the cut
//   before the nodes that begin at a, paths that use a cross over edges that begin an exon there: all other edges.
// - The same at b.
// - The edges that end an exon at a position p, a < p < b.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

#include "spliced/paths/path_exon.hpp"

namespace exonweave::spliced {

/// An edge to `after`, which paths of set number `set` cross.
struct crossing {
  const edge* over = nullptr;  // of the graph
  node_id after = 0;
  std::size_t set = 0;
};

struct exon_cuts {
  /// The sets of each exon. Exons with a border in common share its set.
  struct sets_of_exon {
    std::size_t at_start = 0, at_end = 0, inside = 0;
  };
  std::vector<sets_of_exon> exons;
  std::size_t n_sets = 0;
  std::vector<crossing> crossings;
};

/// The exons are those of one chain, begin to end; at least one. Throws std::logic_error when no cut separates what
/// comes before a border from what follows it.
exon_cuts cut_exons(const graph_view& graph, std::span<const path_exon> exons);

/// The edges that end an exon where none of `exons` ends, as crossings of set 0. They are many: visited one by one.
void visit_other_ends(const graph_view& graph, std::span<const path_exon> exons,
                      const std::function<void(const crossing&)>& visit);

}  // namespace exonweave::spliced

// The exons of a path, and the edges that begin and end them.
#pragma once

#include <cstdint>

#include "spliced/graph/graph_view.hpp"

namespace exonweave::spliced {

/// One exon of a path: a half-open range of nt on the strand. The parts on both sides of a frameshift are one exon.
struct path_exon {
  std::int64_t begin = 0;
  std::int64_t end = 0;
  bool operator==(const path_exon&) const = default;
};

/// Whether an edge to node `v` begins an exon there, or ends one at its source.
inline bool begins_exon(const graph_view& graph, const edge& input, node_id v) {
  return graph.is_inside(v) && !graph.is_inside(input.source);
}
inline bool ends_exon(const graph_view& graph, const edge& input, node_id v) {
  return graph.is_inside(input.source) && !graph.is_inside(v);
}

/// Where the exon begins that an edge to `v` begins. nt
inline std::int64_t begin_over(const graph_view& graph, const edge& input, node_id v) {
  return graph.nodes[v].begin() - input.n_nt;
}

/// Where the exon ends that an edge ends. nt
inline std::int64_t end_over(const graph_view& graph, const edge& input) {
  return graph.nodes[input.source].end + input.n_nt;
}

}  // namespace exonweave::spliced

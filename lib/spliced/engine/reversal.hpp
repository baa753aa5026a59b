// A problem read from its end: the graph with its edges turned round, the runs and the target backwards. The row of a
// node there is the best score of everything from before the node's first residue to the sink; together with the rows
// of the problem itself it reports the best chain through any edge.
//
// No row is left open there: a node closes when an edge brings it a residue. All others take the max of closed rows,
// which is closed: the terms within a row are sums and maxima, and letting them in twice adds nothing. So by the order
// of nodes every row of the reversed problem is closed, the first one too: the cost of leaving target symbols out is
// that of a gap, or nothing.
#pragma once

#include <memory>
#include <vector>

#include "spliced/engine/problem.hpp"
#include "spliced/graph/large_vector.hpp"

namespace exonweave::spliced {

/// The node of the reversed graph that stands for `v`, and the other way round.
inline node_id mirrored(const graph_view& graph, node_id v) { return static_cast<node_id>(graph.size() - 1 - v); }

/// The graph's part of it: the same for all targets.
class reversed_graph {
 public:
  explicit reversed_graph(const graph_view& forward);  // copies it

  [[nodiscard]] graph_view view() const { return {residues_, nodes_, edges_, gap_sums_}; }
  [[nodiscard]] node_id mirror(node_id v) const { return mirrored(view(), v); }

 private:
  std::vector<residue_code> residues_;
  std::vector<score> gap_sums_;
  large_vector<node> nodes_;
  large_vector<edge> edges_;
};

class reversal {
 public:
  /// Reverses the target; `graph` is the reversed graph of the problem's. The substitution matrix must outlive it.
  reversal(const problem& p, std::shared_ptr<const reversed_graph> graph);
  explicit reversal(const problem& p) : reversal(p, std::make_shared<reversed_graph>(p.graph)) {}

  [[nodiscard]] problem view() const;
  [[nodiscard]] node_id mirror(node_id v) const { return graph_->mirror(v); }

 private:
  problem forward_;
  std::shared_ptr<const reversed_graph> graph_;
  std::vector<residue_code> target_;
};

/// The best score of a path over an edge without a residue and without a weight: `last`, the row before it, of `p`;
/// `after`, the row after it, of p's reversal. Unreachable when there is none.
///
/// `last` may be open: join(close(a), b) = join(a, close(b)), since an unaligned target symbol at the edge is one
/// whichever row it is counted with, and the same is true of where the pairs begin and end; `after` is closed, and so
/// join(a, after) = join(a, close(after)) = join(close(a), after).
score join(const problem& p, std::span<const score> last, std::span<const score> after);

}  // namespace exonweave::spliced

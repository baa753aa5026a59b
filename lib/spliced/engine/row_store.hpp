// Last rows of nodes while a graph is worked through in topological order: a row lives until its last reader
// is done.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "spliced/graph/graph_view.hpp"

namespace exonweave::spliced {

/// For every node the last node that reads its row (itself when none does).
std::vector<node_id> last_readers(const graph_view& graph);

/// Holds rows for the nodes of one part of a graph, and those that were live before it. Rows are never changed after
/// finish(), so snapshots share them.
class row_store {
 public:
  using row_ptr = std::shared_ptr<score[]>;
  /// Rows that are held, ascending by node: what is needed to go on from here.
  using snapshot = std::vector<std::pair<node_id, row_ptr>>;

  /// Rows are [width] scores. With `keep_all`, rows stay after their last reader.
  row_store(const graph_view& graph, std::span<const node_id> readers, std::size_t width, bool keep_all);

  /// Makes room for the nodes of `part`, which are to be created next; what is held before it stays.
  void begin(node_range part, snapshot live_before);

  /// Storage for the row of `v`, to be filled before finish(v).
  std::span<score> create(node_id v);

  [[nodiscard]] bool holds(node_id v) const { return find(v) != nullptr; }
  /// The row of `v`, which must be held.
  [[nodiscard]] std::span<const score> row(node_id v) const;

  /// The row of `v` is complete: rows that only `v` still needed are let go.
  void finish(node_id v);

  [[nodiscard]] snapshot held() const;

 private:
  [[nodiscard]] const row_ptr* find(node_id v) const;
  void drop(node_id v);

  graph_view graph_;
  std::span<const node_id> readers_;
  std::size_t width_;
  bool keep_all_;
  snapshot before_;             // of nodes before the part; let go: null
  node_id first_ = 0;           // the part's first node
  std::vector<row_ptr> rows_;   // [nodes of the part] null: not made yet, or let go
  std::vector<row_ptr> spare_;  // let go and nobody else's: storage for rows to come
};

}  // namespace exonweave::spliced

// Last rows of nodes while a graph is worked through in topological order: a row lives until its last reader
// is done.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <span>
#include <vector>

#include "spliced/graph_view.hpp"

namespace exonweave::spliced {

/// For every node the last node that reads its row (itself when none does).
std::vector<node_id> last_readers(const graph_view& graph);

class row_store {
 public:
  /// Rows are [n_columns]. With `keep_all`, rows stay after their last reader.
  row_store(const graph_view& graph, std::span<const node_id> readers, std::size_t n_columns, bool keep_all);

  /// Storage for the row of `v`, to be filled before finish(v).
  std::span<score> create(node_id v);

  [[nodiscard]] bool holds(node_id v) const { return rows_.contains(v); }
  /// The row of `v`, which must be held.
  [[nodiscard]] std::span<const score> row(node_id v) const;

  /// The row of `v` is complete: rows that only `v` still needed are let go.
  void finish(node_id v);

  /// All rows held, shared: what is needed to go on from here. Rows are never changed after finish().
  using snapshot = std::map<node_id, std::shared_ptr<const score[]>>;
  [[nodiscard]] const snapshot& held() const { return rows_; }
  void restore(const snapshot& rows) { rows_ = rows; }

 private:
  graph_view graph_;
  std::span<const node_id> readers_;
  std::size_t n_columns_;
  bool keep_all_;
  snapshot rows_;
};

}  // namespace exonweave::spliced

// What every engine implements: the last rows of the nodes of a graph, in topological order, with exact
// scores.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "spliced/engine/problem.hpp"
#include "spliced/engine/row_store.hpp"

namespace exonweave::spliced {

class engine {
 public:
  virtual ~engine() = default;

  [[nodiscard]] virtual std::string_view name() const = 0;

  /// True when the engine takes the exon DAG itself: a run per exon, fed by every exon that may precede it
  /// (the literal problem). False when it takes any row graph, so that rows may be shared.
  [[nodiscard]] virtual bool wants_literal_graph() const { return false; }

  /// Computes the last row of each node of `part`, in order: rows.create(v), fill, rows.finish(v).
  /// Rows of earlier nodes that `part` reads are held by `rows`. Needs score_bound(p) < score_limit.
  /// Engines are stateless: calls from several threads with different stores are independent.
  virtual void advance(const problem& p, node_range part, row_store& rows) const = 0;
};

/// The names that make_engine knows, the oracle first.
const std::vector<std::string_view>& engine_names();

/// Throws std::invalid_argument for a name that is not in engine_names().
std::unique_ptr<engine> make_engine(std::string_view name);

}  // namespace exonweave::spliced

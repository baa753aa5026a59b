#include "spliced/row_store.hpp"

#include <cassert>

namespace exonweave::spliced {

std::vector<node_id> last_readers(const graph_view& graph) {
  std::vector<node_id> readers(graph.size());
  for (node_id v = 0; v < graph.size(); ++v) {
    readers[v] = v;
    for (const edge& input : graph.inputs(v)) readers[input.source] = v;
  }
  return readers;
}

row_store::row_store(const graph_view& graph, std::span<const node_id> readers, std::size_t n_columns,
                     bool keep_all)
    : graph_(graph), readers_(readers), n_columns_(n_columns), keep_all_(keep_all) {}

std::span<score> row_store::create(node_id v) {
  const auto row = std::make_shared_for_overwrite<score[]>(n_columns_);
  rows_[v] = row;
  return {row.get(), n_columns_};
}

std::span<const score> row_store::row(node_id v) const {
  const auto found = rows_.find(v);
  assert(found != rows_.end());
  return {found->second.get(), n_columns_};
}

void row_store::finish(node_id v) {
  if (keep_all_) return;
  for (const edge& input : graph_.inputs(v))
    if (readers_[input.source] == v) rows_.erase(input.source);
  if (readers_[v] == v && v != graph_.sink()) rows_.erase(v);
}

}  // namespace exonweave::spliced

#include "spliced/engine/row_store.hpp"

#include <algorithm>
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

row_store::row_store(const graph_view& graph, std::span<const node_id> readers, std::size_t width,
                     bool keep_all)
    : graph_(graph), readers_(readers), width_(width), keep_all_(keep_all) {}

void row_store::begin(node_range part, snapshot live_before) {
  before_ = std::move(live_before);
  first_ = part.first;
  rows_.assign(part.last - part.first, nullptr);
}

std::span<score> row_store::create(node_id v) {
  assert(v >= first_ && v - first_ < rows_.size());
  row_ptr row;
  if (spare_.empty()) {
    row = std::make_shared_for_overwrite<score[]>(width_);
  } else {
    row = std::move(spare_.back());
    spare_.pop_back();
  }
  rows_[v - first_] = row;
  return {row.get(), width_};
}

const row_store::row_ptr* row_store::find(node_id v) const {
  if (v >= first_) return v - first_ < rows_.size() && rows_[v - first_] ? &rows_[v - first_] : nullptr;
  const auto found = std::lower_bound(before_.begin(), before_.end(), v,
                                      [](const auto& held, node_id node) { return held.first < node; });
  return found != before_.end() && found->first == v && found->second ? &found->second : nullptr;
}

std::span<const score> row_store::row(node_id v) const {
  const row_ptr* found = find(v);
  assert(found != nullptr);
  return {found->get(), width_};
}

void row_store::drop(node_id v) {
  auto* row = const_cast<row_ptr*>(find(v));
  if (row == nullptr) return;
  if (row->use_count() == 1) spare_.push_back(std::move(*row));
  row->reset();
}

void row_store::finish(node_id v) {
  if (keep_all_) return;
  for (const edge& input : graph_.inputs(v))
    if (readers_[input.source] == v) drop(input.source);
  if (readers_[v] == v && v != graph_.sink()) drop(v);
}

row_store::snapshot row_store::held() const {
  snapshot rows;
  for (const auto& each : before_)
    if (each.second) rows.push_back(each);
  for (std::size_t v = 0; v < rows_.size(); ++v)
    if (rows_[v]) rows.emplace_back(static_cast<node_id>(first_ + v), rows_[v]);
  return rows;
}

}  // namespace exonweave::spliced

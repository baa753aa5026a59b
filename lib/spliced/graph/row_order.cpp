#include "spliced/graph/row_order.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <numeric>

namespace exonweave::spliced {
namespace {

// Where the rows of each node lie. A node that states a place before its inputs' is moved behind them, so that the order
// by place is an order of dependence too.
class row_places {
 public:
  explicit row_places(const graph_view& graph) : graph_(graph), earliest_(graph.size()), last_(graph.size()) {
    for (node_id v = 0; v < graph.size(); ++v) {
      std::int64_t behind = std::numeric_limits<std::int64_t>::min();
      for (const edge& input : graph.inputs(v)) behind = std::max(behind, last_[input.source]);
      earliest_[v] = behind;
      last_[v] = place({v, graph.nodes[v].n_residues});
    }
  }

  [[nodiscard]] std::int64_t place(const row_task& of) const {
    const node& at = graph_.nodes[of.node];
    std::int64_t stated = at.end;
    if (of.row > 0) stated = at.begin + (at.end - at.begin) / at.n_residues * of.row;
    return std::max(stated, earliest_[of.node]);
  }

 private:
  const graph_view& graph_;
  std::vector<std::int64_t> earliest_;  // [nodes] no row of the node lies before
  std::vector<std::int64_t> last_;      // [nodes] of the last row
};

std::vector<row_task> tasks_of_nodes(const graph_view& graph, bool in_steps) {
  std::vector<row_task> tasks;
  tasks.reserve(graph.size() + (in_steps ? graph.residues.size() : 0));
  for (node_id v = 0; v < graph.size(); ++v) {
    const std::uint32_t n_residues = graph.nodes[v].n_residues;
    if (!in_steps || n_residues == 0) tasks.push_back({v, 0});
    if (in_steps)
      for (std::uint32_t row = 1; row <= n_residues; ++row) tasks.push_back({v, row});
  }
  return tasks;
}

// A counting sort where places are dense, as along a genome.
std::vector<row_task> sort_by_place(std::vector<row_task> tasks, const std::vector<std::int64_t>& places) {
  const auto [lowest, highest] = std::ranges::minmax(places);
  const auto span = static_cast<std::uint64_t>(highest - lowest);
  std::vector<row_task> sorted(tasks.size());
  if (span > 4 * tasks.size() + 1024) {
    std::vector<std::uint32_t> order(tasks.size());
    std::iota(order.begin(), order.end(), 0);
    std::ranges::stable_sort(order, {}, [&](std::uint32_t t) { return places[t]; });
    std::ranges::transform(order, sorted.begin(), [&](std::uint32_t t) { return tasks[t]; });
    return sorted;
  }
  std::vector<std::uint32_t> next(span + 2, 0);
  for (const std::int64_t place : places) ++next[static_cast<std::size_t>(place - lowest) + 1];
  std::partial_sum(next.begin(), next.end(), next.begin());
  for (std::size_t t = 0; t < tasks.size(); ++t)
    sorted[next[static_cast<std::size_t>(places[t] - lowest)]++] = tasks[t];
  return sorted;
}

}  // namespace

std::vector<row_task> order_rows(const graph_view& graph, bool in_steps) {
  std::vector<row_task> tasks = tasks_of_nodes(graph, in_steps);
  if (!in_steps) return tasks;
  const row_places lie(graph);
  std::vector<std::int64_t> places(tasks.size());
  std::ranges::transform(tasks, places.begin(), [&](const row_task& each) { return lie.place(each); });
  return sort_by_place(std::move(tasks), places);
}

}  // namespace exonweave::spliced

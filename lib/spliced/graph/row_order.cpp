#include "spliced/graph/row_order.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <numeric>
#include <utility>
#include <vector>

namespace exonweave::spliced {
namespace {

// Where rows lie. A node that states a place before its inputs' is moved after them, so that the order by place is an
// order of dependence too.
class row_places {
 public:
  explicit row_places(const graph_view& graph) : graph_(graph), earliest_(graph.size()) {
    large_vector<std::int64_t> last(graph.size());  // [nodes] of the last row
    for (node_id v = 0; v < graph.size(); ++v) {
      std::int64_t after = std::numeric_limits<std::int64_t>::min();
      for (const edge& input : graph.inputs(v)) after = std::max(after, last[input.source]);
      earliest_[v] = after;
      last[v] = std::max(graph.nodes[v].end, after);
      for_each(v, [&](const row_task&, std::int64_t place) {
        lowest_ = std::min(lowest_, place);
        highest_ = std::max(highest_, place);
        ++n_tasks_;
      });
    }
  }

  /// The tasks of a node: visit(task, place).
  template <class Visit>
  void for_each(node_id v, const Visit& visit) const {
    const node& vertex = graph_.nodes[v];
    if (vertex.n_residues == 0) return visit(row_task{v, 0}, std::max(vertex.end, earliest_[v]));
    const std::int64_t length = vertex.nt_per_residue;
    std::int64_t place = vertex.begin() + length;
    for (std::uint32_t row = 1; row <= vertex.n_residues; ++row, place += length)
      visit(row_task{v, row}, std::max(place, earliest_[v]));
  }

  [[nodiscard]] std::size_t n_tasks() const { return n_tasks_; }
  [[nodiscard]] std::int64_t lowest() const { return lowest_; }
  [[nodiscard]] std::uint64_t span() const { return static_cast<std::uint64_t>(highest_ - lowest_); }

 private:
  const graph_view& graph_;
  large_vector<std::int64_t> earliest_;  // [nodes] no row of the node lies before
  std::int64_t lowest_ = std::numeric_limits<std::int64_t>::max();
  std::int64_t highest_ = std::numeric_limits<std::int64_t>::min();
  std::size_t n_tasks_ = 0;
};

large_vector<row_task> nodes_as_tasks(const graph_view& graph) {
  large_vector<row_task> tasks(graph.size());
  for (node_id v = 0; v < graph.size(); ++v) tasks[v] = {v, 0};
  return tasks;
}

// A counting sort: along a genome places are dense.
large_vector<row_task> sort_by_counting(const graph_view& graph, const row_places& places) {
  large_vector<std::uint32_t> next(places.span() + 2, 0);
  const auto index = [&](std::int64_t place) { return static_cast<std::size_t>(place - places.lowest()); };
  for (node_id v = 0; v < graph.size(); ++v)
    places.for_each(v, [&](const row_task&, std::int64_t place) { ++next[index(place) + 1]; });
  std::partial_sum(next.begin(), next.end(), next.begin());
  large_vector<row_task> sorted(places.n_tasks());
  for (node_id v = 0; v < graph.size(); ++v)
    places.for_each(v, [&](const row_task& task, std::int64_t place) { sorted[next[index(place)]++] = task; });
  return sorted;
}

large_vector<row_task> sort_by_comparing(const graph_view& graph, const row_places& places) {
  std::vector<std::pair<std::int64_t, row_task>> placed;
  for (node_id v = 0; v < graph.size(); ++v)
    places.for_each(v, [&](const row_task& task, std::int64_t place) { placed.emplace_back(place, task); });
  std::ranges::stable_sort(placed, {}, &std::pair<std::int64_t, row_task>::first);
  large_vector<row_task> sorted(placed.size());
  std::ranges::transform(placed, sorted.begin(), &std::pair<std::int64_t, row_task>::second);
  return sorted;
}

// Places are counted where they are about as many as tasks, else compared.
constexpr std::uint64_t max_places_per_task = 4, few_places = 1024;

bool are_dense(std::uint64_t span, std::uint64_t n_tasks) { return span <= max_places_per_task * n_tasks + few_places; }

}  // namespace

std::uint64_t bytes_of_ordering(const graph_view& graph, std::uint64_t n_tasks) {
  constexpr std::uint64_t of_compared = 3 * sizeof(std::pair<std::int64_t, row_task>);  // grown, and sorted
  std::int64_t lowest = std::numeric_limits<std::int64_t>::max(), highest = -lowest;
  for (const node& each : graph.nodes) {
    lowest = std::min(lowest, each.begin());
    highest = std::max(highest, each.end);
  }
  const auto span = static_cast<std::uint64_t>(std::max<std::int64_t>(0, highest - lowest));
  const std::uint64_t to_sort = are_dense(span, n_tasks) ? span * sizeof(std::uint32_t) : n_tasks * of_compared;
  return graph.size() * sizeof(std::int64_t) + std::max(graph.size() * sizeof(std::int64_t), to_sort);
}

large_vector<row_task> order_rows(const graph_view& graph, bool in_steps) {
  if (!in_steps) return nodes_as_tasks(graph);
  const row_places places(graph);
  return are_dense(places.span(), places.n_tasks()) ? sort_by_counting(graph, places)
                                                    : sort_by_comparing(graph, places);
}

}  // namespace exonweave::spliced

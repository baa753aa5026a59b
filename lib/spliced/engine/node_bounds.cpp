#include "spliced/engine/node_bounds.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace exonweave::spliced {
namespace {

constexpr range_bound lowest = std::numeric_limits<range_bound>::min();

// What a residue gains at most, with a target symbol or without.
score gain_over(const edge& input, score of_pairs) { return std::max<score>(of_pairs, input.in_gap); }

}  // namespace

node_bounds::node_bounds(const problem& p, const row_schedule& schedule, column_ranges ranges,
                         std::span<const score> best, large_vector<range_bound> of_rows)
    : ranges_(std::move(ranges)), of_rows_(std::move(of_rows)) {
  find_whole(p, schedule, best);
  if (ranges_.n > 0) find_ranges(p, schedule);
}

std::uint64_t node_bounds::bytes_for(const row_schedule& schedule, std::size_t n_ranges) {
  const std::uint64_t n_nodes = schedule.first_row.size();
  return schedule.counts.bounded * n_ranges * sizeof(range_bound) +
         schedule.counts.row_free * n_ranges * sizeof(range_bound) + n_nodes * sizeof(std::uint32_t);
}

std::span<const range_bound> node_bounds::by_range(node_id v) const {
  if (ranges_.n == 0 || index_[v] == unknown) return {};
  const std::size_t place = index_[v];
  return place < n_of_rows_ ? std::span(of_rows_).subspan(place * ranges_.n, ranges_.n)
                            : std::span(of_others_).subspan((place - n_of_rows_) * ranges_.n, ranges_.n);
}

void node_bounds::find_whole(const problem& p, const row_schedule& schedule, std::span<const score> best) {
  const graph_view& graph = p.graph;
  whole_.assign(graph.size(), unreachable);
  whole_[graph_view::source()] = 0;
  const score gain = std::max(0, p.substitution->largest());
  for (node_id v = 0; v < graph.size(); ++v) {
    if (!schedule.is_reached[v]) continue;
    if (graph.nodes[v].is_computed()) {
      whole_[v] = best[schedule.first_row[v] + graph.nodes[v].n_residues];
      continue;
    }
    for (const edge& input : graph.inputs(v))
      if (schedule.is_reached[input.source])
        whole_[v] = std::max(whole_[v], whole_[input.source] + input.weight +
                                            (input.residue != no_residue ? gain_over(input, gain) : 0));
  }
}

void node_bounds::find_ranges(const problem& p, const row_schedule& schedule) {
  const graph_view& graph = p.graph;
  index_ = schedule.bound_index;
  n_of_rows_ = schedule.counts.bounded;
  of_others_.reserve(schedule.counts.row_free * ranges_.n);
  largest_.resize(ranges_.n);
  add_source(p);
  const score gain = std::max(0, p.substitution->largest());
  for (node_id v = 1; v < graph.size(); ++v) {
    if (!schedule.is_reached[v] || graph.nodes[v].is_computed()) continue;
    std::ranges::fill(largest_, lowest);
    std::uint32_t like = unknown;  // a node before this one that may have the same bounds
    for (const edge& input : graph.inputs(v)) {
      if (!schedule.is_reached[input.source]) continue;
      const auto bounds = by_range(input.source);
      if (input.residue != no_residue)
        let_in_residue(bounds, input.weight, gain_over(input, gain));
      else
        let_in(bounds, input.weight);
      if (like == unknown || !graph.is_inside(input.source)) like = input.source;
    }
    index_[v] = std::ranges::equal(largest_, by_range(like)) ? index_[like] : add_largest();
  }
}

void node_bounds::add_source(const problem& p) {
  std::ranges::fill(largest_, lowest);
  for (std::size_t j = 0; j < p.n_columns(); ++j) {
    range_bound& largest = largest_[ranges_.of_column[j]];
    largest = std::max(largest, ranges_.bound_of(p.before(j)));
  }
  index_[graph_view::source()] = add_largest();
}

std::uint32_t node_bounds::add_largest() {
  const std::size_t place = n_of_rows_ + of_others_.size() / ranges_.n;
  of_others_.insert(of_others_.end(), largest_.begin(), largest_.end());
  return static_cast<std::uint32_t>(place);
}

void node_bounds::let_in(std::span<const range_bound> bounds, score weight) {
  if (weight == 0) {
    for (std::size_t r = 0; r < largest_.size(); ++r) largest_[r] = std::max(largest_[r], bounds[r]);
    return;
  }
  const int added = std::clamp<score>(weight, -0xFFFF, 0xFFFF);
  for (std::size_t r = 0; r < largest_.size(); ++r) {
    const int bound = std::clamp<int>(bounds[r] + added, lowest, std::numeric_limits<range_bound>::max());
    largest_[r] = std::max(largest_[r], static_cast<range_bound>(bound));
  }
}

// S(j) = max( S'(j-1) + d, F(j) ) at most, with F(j) <= S'(j) + the gap weight: both gain `gain` at most.
void node_bounds::let_in_residue(std::span<const range_bound> bounds, score weight, score gain) {
  const std::int64_t added = std::int64_t{weight} + gain;
  for (std::size_t r = 0; r < largest_.size(); ++r) {
    const range_bound left = bounds[r == 0 ? bounds.size() - 1 : r - 1];
    const range_bound bound = ranges_.bound_of(ranges_.score_of(std::max(left, bounds[r])) + added);
    largest_[r] = std::max(largest_[r], bound);
  }
}

}  // namespace exonweave::spliced

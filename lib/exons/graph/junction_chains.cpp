#include "exons/graph/junction_chains.hpp"

#include <algorithm>

namespace exonweave {

using spliced::edge;
using spliced::node_id;
using spliced::score;

// No windows where every intron of the region is short enough.
junction_chains::junction_chains(spliced::row_graph& graph, const intron_rules& introns, bool chained,
                                 std::int64_t longest)
    : graph_(graph), introns_(introns), lines_(useful_lines(introns, longest)), chained_(chained) {
  if (chained && introns.max_intron < longest) window_length_ = introns.max_intron - introns.min_intron + 1;
}

void junction_chains::leave(intron_phase into, const edge& over) {
  const std::size_t index = into.index();
  if (chains_[index].leaving.empty()) left_.push_back(index);
  chains_[index].leaving.push_back(over);
}

void junction_chains::make_junctions(std::int64_t position) {
  std::ranges::sort(left_);
  for (const std::size_t index : left_) {
    chain& each = chains_[index];
    if (chained_) {
      add_chained(position, each);
    } else {
      for (const edge& over : each.leaving) add_junction(position, std::span(&over, 1), each);
    }
    each.leaving.clear();
    has_feeders_.set(index);
  }
  left_.clear();
}

void junction_chains::add_junction(std::int64_t position, std::span<const edge> inputs, chain& into) {
  into.feeders.push_back({position, graph_.add_junction(position, inputs)});
}

// One junction for each line. Where many exons end, all lines read them by way of one more; so they do with windows, to
// be read from the end of the window too.
void junction_chains::add_chained(std::int64_t position, chain& into) {
  std::vector<edge>& inputs = into.leaving;
  if (has_windows() || (inputs.size() - 1) * (lines_.size() - 1) > 1)
    inputs = {{graph_.add_junction(position, inputs), 0}};
  if (has_windows()) into.alone.push_back({position, inputs.front().source});
  std::optional<feeder> before = into.feeders.empty() ? std::nullopt : std::optional(into.feeders.back());
  if (before && has_windows() && window_of(before->position) != window_of(position)) before.reset();
  for (std::size_t k = 0; k < lines_.size(); ++k) {
    if (before)
      inputs.push_back({before->node + static_cast<node_id>(k), -lines_[k].length_cost(before->position, position)});
    if (k == 0)
      add_junction(position, inputs, into);
    else
      graph_.add_junction(position, inputs);
    if (before) inputs.pop_back();
  }
}

void junction_chains::enter(intron_phase border, std::int64_t position, score weight,
                            std::optional<std::int64_t> only_from, std::vector<edge>& edges) {
  chain& each = chains_[border.index()];
  const auto& feeders = each.feeders;
  while (each.n_reached < feeders.size() && feeders[each.n_reached].position <= position - introns_.min_intron)
    ++each.n_reached;
  if (each.n_reached == 0) return;
  if (chained_) return enter_chained(border, position, weight, edges);
  for (std::size_t f = 0; f < each.n_reached; ++f)
    if (feeders[f].position >= position - introns_.max_intron && (!only_from || feeders[f].position == *only_from))
      edges.push_back({feeders[f].node, weight - introns_.between(feeders[f].position, position)});
}

void junction_chains::enter_chained(intron_phase border, std::int64_t position, score weight,
                                    std::vector<edge>& edges) {
  chain& each = chains_[border.index()];
  const reached_maxima reached = maxima_before(position, each);
  if (reached.size == 0) return;
  const bool is_aligned_before = border.kind == border_kind::whole || border.kind == border_kind::two;
  if (reached.size * lines_.size() == 1 || is_aligned_before) return add_lines(reached, position, weight, edges);
  if (!each.entry || each.entry->position != position) {
    std::vector<edge> inputs;
    add_lines(reached, position, 0, inputs);
    each.entry = feeder{position, graph_.add_junction(position, inputs)};
  }
  edges.push_back({each.entry->node, weight});
}

// The last junction of a running maximum holds all before it, or all of its window.
junction_chains::reached_maxima junction_chains::maxima_before(std::int64_t position, chain& each) {
  reached_maxima reached;
  const feeder& last = each.feeders[each.n_reached - 1];
  if (!has_windows()) {
    reached.add(last);
    return reached;
  }
  const std::int64_t farthest = position - introns_.max_intron;
  const std::int64_t window = window_of(position - introns_.min_intron);
  if (window_of(last.position) == window) reached.add(last);
  if (window_of(std::max(farthest, std::int64_t{0})) == window) return reached;
  if (each.before.window != window - 1) add_window_end(window - 1, position, each);
  const auto after = std::ranges::upper_bound(each.before.maxima, farthest, std::ranges::greater(), &feeder::position);
  if (after != each.before.maxima.begin()) reached.add({each.before.position, (after - 1)->node});
  return reached;
}

// All of the window has been made: its exon ends are far enough from `position`.
void junction_chains::add_window_end(std::int64_t window, std::int64_t position, chain& each) {
  each.before = {window};
  const auto ends = std::ranges::equal_range(each.alone, window, {},
                                             [&](const feeder& tested) { return window_of(tested.position); });
  if (ends.empty()) return;
  each.before.position = ends.back().position;
  for (auto end = ends.end(); end != ends.begin();) {
    --end;
    std::optional<node_id> first;
    for (std::size_t k = 0; k < lines_.size(); ++k) {
      std::vector<edge> inputs = {{end->node, -lines_[k].length_cost(end->position, each.before.position)}};
      if (!each.before.maxima.empty()) inputs.push_back({each.before.maxima.back().node + static_cast<node_id>(k), 0});
      const node_id made = graph_.add_junction(position, inputs);
      if (!first) first = made;
    }
    each.before.maxima.push_back({end->position, *first});
  }
}

void junction_chains::add_lines(const reached_maxima& reached, std::int64_t position, score weight,
                                std::vector<edge>& edges) const {
  for (const feeder& each : std::span(reached.maxima).first(reached.size))
    for (std::size_t k = 0; k < lines_.size(); ++k)
      edges.push_back({each.node + static_cast<node_id>(k), weight - lines_[k].between(each.position, position)});
}

using spliced::edge;
using spliced::graph_view;
using spliced::node_id;

edge source_and_sink::begin(std::int64_t position, spliced::score weight) {
  if (!chained_) return {graph_view::source(), weight};
  if (copies_.empty() || copies_.back().position != position) {
    const edge before{copies_.empty() ? graph_view::source() : copies_.back().node, 0};
    copies_.push_back({position, graph_.add_junction(position, std::span(&before, 1))});
  }
  return {copies_.back().node, weight};
}

edge source_and_sink::begin_before(std::int64_t position, spliced::score weight) const {
  const auto beyond = std::ranges::upper_bound(copies_, position, {}, &copy::position);
  return {beyond == copies_.begin() ? graph_view::source() : (beyond - 1)->node, weight};
}

void source_and_sink::make_sink(std::int64_t position) {
  if (ending_.empty()) return;
  inputs_.insert(inputs_.end(), ending_.begin(), ending_.end());
  ending_.clear();
  if (!chained_) return;
  const edge so_far{graph_.add_junction(position, inputs_), 0};
  inputs_.assign(1, so_far);
}

}  // namespace exonweave

#include "exons/graph/junction_chains.hpp"

#include <algorithm>

namespace exonweave {

using spliced::edge;
using spliced::node_id;
using spliced::score;

void junction_chains::leave(border_class into, const edge& over) {
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

// One junction for each line. Where many exons end, all lines read them by way of one more.
void junction_chains::add_chained(std::int64_t position, chain& into) {
  std::vector<edge>& inputs = into.leaving;
  if ((inputs.size() - 1) * (lines_.size() - 1) > 1) inputs = {{graph_.add_junction(position, inputs), 0}};
  const std::optional<feeder> before =
      into.feeders.empty() ? std::nullopt : std::optional(into.feeders.back());
  for (std::size_t k = 0; k < lines_.size(); ++k) {
    if (before)
      inputs.push_back(
          {before->node + static_cast<node_id>(k), -lines_[k].length_cost(before->position, position)});
    if (k == 0)
      add_junction(position, inputs, into);
    else
      graph_.add_junction(position, inputs);
    if (before) inputs.pop_back();
  }
}

void junction_chains::enter(border_class from, std::int64_t position, score weight,
                            std::optional<std::int64_t> only_from, std::vector<edge>& edges) {
  chain& each = chains_[from.index()];
  const auto& feeders = each.feeders;
  while (each.n_reached < feeders.size() &&
         feeders[each.n_reached].position <= position - introns_.min_intron)
    ++each.n_reached;
  if (each.n_reached == 0) return;
  if (chained_) return enter_chained(from, position, weight, edges);
  for (std::size_t f = 0; f < each.n_reached; ++f)
    if (!only_from || feeders[f].position == *only_from)
      edges.push_back({feeders[f].node, weight - introns_.between(feeders[f].position, position)});
}

// The last junctions of a running maximum hold all before them.
void junction_chains::enter_chained(border_class from, std::int64_t position, score weight,
                                    std::vector<edge>& edges) {
  chain& each = chains_[from.index()];
  const feeder& last = each.feeders[each.n_reached - 1];
  const bool is_aligned_before = from.kind == border_kind::whole || from.kind == border_kind::two;
  if (lines_.size() == 1 || is_aligned_before) return add_lines(last, position, weight, edges);
  if (!each.entry || each.entry->position != position) {
    std::vector<edge> inputs;
    add_lines(last, position, 0, inputs);
    each.entry = feeder{position, graph_.add_junction(position, inputs)};
  }
  edges.push_back({each.entry->node, weight});
}

void junction_chains::add_lines(const feeder& last, std::int64_t position, score weight,
                                std::vector<edge>& edges) const {
  for (std::size_t k = 0; k < lines_.size(); ++k)
    edges.push_back(
        {last.node + static_cast<node_id>(k), weight - lines_[k].between(last.position, position)});
}

}  // namespace exonweave

#include "exons/graph/junction_chains.hpp"

#include <algorithm>

namespace exonweave {

using spliced::edge;

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
      if (!each.feeders.empty()) {
        const feeder& before = each.feeders.back();
        each.leaving.push_back({before.node, -introns_.length_cost(before.position, position)});
      }
      add_junction(position, each.leaving, each);
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

void junction_chains::enter(border_class from, std::int64_t position, spliced::score weight,
                            std::optional<std::int64_t> only_from, std::vector<edge>& edges) {
  chain& each = chains_[from.index()];
  const auto& feeders = each.feeders;
  while (each.n_reached < feeders.size() &&
         feeders[each.n_reached].position <= position - introns_.min_intron)
    ++each.n_reached;
  // The last one of a running maximum holds all before it.
  for (std::size_t f = chained_ && each.n_reached > 0 ? each.n_reached - 1 : 0; f < each.n_reached; ++f)
    if (!only_from || feeders[f].position == *only_from)
      edges.push_back({feeders[f].node, weight - introns_.between(feeders[f].position, position)});
}

}  // namespace exonweave

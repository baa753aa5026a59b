#include "exons/graph/source_and_sink.hpp"

#include <algorithm>

namespace exonweave {

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

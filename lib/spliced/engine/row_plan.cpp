#include "spliced/engine/row_plan.hpp"

#include <algorithm>

namespace exonweave::spliced {
namespace {

constexpr std::uint64_t most_parts = 64;  // sub-parts of one level

// Rows held while each node is computed: those created before (or by) it and read at (or after) it.
std::vector<std::uint32_t> count_live(std::span<const node_id> readers) {
  std::vector<std::int64_t> change(readers.size() + 1, 0);
  for (node_id v = 0; v < readers.size(); ++v) {
    ++change[v];
    --change[readers[v] + std::size_t{1}];
  }
  std::vector<std::uint32_t> live(readers.size());
  std::int64_t held = 0;
  for (std::size_t v = 0; v < live.size(); ++v) live[v] = static_cast<std::uint32_t>(held += change[v]);
  return live;
}

// For a part of n_nodes when at most `live` bytes are live at any of its nodes.
std::uint64_t count_parts(std::uint64_t n_nodes, std::uint64_t live, std::uint64_t memory) {
  return std::min({most_parts, n_nodes, memory / 2 / live});
}

// Whether there is a plan for any part of at most n_nodes in `memory` bytes or more, when at most
// `live` bytes are live at any node of the graph: those before a part are one row less.
bool fits(std::uint64_t n_nodes, std::uint64_t row_bytes, std::uint64_t live, std::uint64_t memory) {
  if (live + (n_nodes - 1) * row_bytes <= memory) return true;
  const std::uint64_t n_parts = count_parts(n_nodes, live, memory);
  return n_parts >= 2 && fits((n_nodes + n_parts - 1) / n_parts, row_bytes, live, memory / 2);
}

}  // namespace

row_plan::row_plan(const problem& p)
    : readers_(last_readers(p.graph)),
      live_(count_live(readers_)),
      row_bytes_(p.layout().width() * sizeof(score)) {}

bool row_plan::can_keep(node_range part, std::size_t n_before, std::uint64_t memory) const {
  return (n_before + part.last - part.first) * row_bytes_ <= memory;
}

std::uint64_t row_plan::count_sub_parts(node_range part, std::uint64_t memory) const {
  return count_parts(part.last - part.first, most_live_bytes(part), memory);
}

bool row_plan::is_enough(std::uint64_t memory) const {
  return can_keep(whole(), 0, memory) || fits(readers_.size(), row_bytes_, most_live_bytes(whole()), memory);
}

// More than enough is enough, so the least can be searched for.
std::uint64_t row_plan::least_memory() const {
  std::uint64_t too_few = 0;  // rows
  std::uint64_t enough = readers_.size();
  while (enough - too_few > 1) {
    const std::uint64_t middle = too_few + (enough - too_few) / 2;
    (is_enough(middle * row_bytes_) ? enough : too_few) = middle;
  }
  return enough * row_bytes_;
}

std::uint64_t row_plan::most_live_bytes(node_range part) const {
  return *std::max_element(live_.begin() + part.first, live_.begin() + part.last) * row_bytes_;
}

}  // namespace exonweave::spliced

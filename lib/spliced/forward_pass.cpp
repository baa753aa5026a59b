#include "spliced/forward_pass.hpp"

#include <algorithm>
#include <cassert>
#include <string>

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

// Sub-parts of a part of n_nodes whose rows cannot all be kept, when at most `live` bytes are live at any of
// its nodes. Half of `memory` is for the rows live at their starts and those live while they are computed,
// the rest for the levels below. Less than 2: there is no such plan.
std::uint64_t count_sub_parts(std::uint64_t n_nodes, std::uint64_t live, std::uint64_t memory) {
  return std::min({most_parts, n_nodes, memory / 2 / live});
}

// Whether descend() finds a plan for any part of at most n_nodes in `memory` bytes or more, when at most
// `live` bytes are live at any node of the graph: those before a part are one row less.
bool fits(std::uint64_t n_nodes, std::uint64_t row_bytes, std::uint64_t live, std::uint64_t memory) {
  if (live + (n_nodes - 1) * row_bytes <= memory) return true;
  const std::uint64_t n_parts = count_sub_parts(n_nodes, live, memory);
  return n_parts >= 2 && fits((n_nodes + n_parts - 1) / n_parts, row_bytes, live, memory / 2);
}

}  // namespace

memory_exceeded::memory_exceeded(std::uint64_t needed_bytes, std::uint64_t limit_bytes)
    : std::runtime_error("alignment rows need " + std::to_string(needed_bytes) + " bytes, the limit is " +
                         std::to_string(limit_bytes)),
      needed(needed_bytes),
      limit(limit_bytes) {}

forward_pass::forward_pass(const problem& p, const engine& with, std::uint64_t memory)
    : problem_(p),
      engine_(with),
      n_columns_(p.n_columns()),
      memory_(memory),
      readers_(last_readers(p.graph)),
      live_(count_live(readers_)) {
  if (const auto bound = score_bound(p); bound >= score_limit)
    throw std::range_error("scores could reach " + std::to_string(bound) + ", the limit is " +
                           std::to_string(score_limit));
  const node_range whole{0, static_cast<node_id>(p.graph.size())};
  if (!is_enough(memory)) throw memory_exceeded(least_memory(), memory);
  descend(whole, {}, memory);
  end_ = find_best_end(p, row(p.graph.sink()));
}

std::span<const score> forward_pass::row(node_id v) {
  for (;;) {
    level& deepest = levels_.back();
    if (deepest.keeps_rows && deepest.rows.holds(v)) return deepest.rows.row(v);
    if (deepest.keeps_rows || v < deepest.part.first || v >= deepest.part.last) {
      levels_.pop_back();  // the outermost level spans the graph and holds or can recompute every row
      continue;
    }
    const auto next = std::upper_bound(deepest.starts.begin(), deepest.starts.end(), v);
    const auto index = static_cast<std::size_t>(next - deepest.starts.begin()) - 1;
    const node_range part{deepest.starts[index], next == deepest.starts.end() ? deepest.part.last : *next};
    const row_store::snapshot live_before = deepest.at_start[index];
    descend(part, live_before, memory_ >> levels_.size());
  }
}

std::uint64_t forward_pass::most_live_bytes(node_range part) const {
  return *std::max_element(live_.begin() + part.first, live_.begin() + part.last) * row_bytes();
}

void forward_pass::descend(node_range part, const row_store::snapshot& live_before, std::uint64_t memory) {
  const std::uint64_t n_nodes = part.last - part.first;
  const bool keep = (live_before.size() + n_nodes) * row_bytes() <= memory;
  level made{part, keep, row_store(problem_.graph, readers_, n_columns_, keep), {}, {}};
  made.rows.restore(live_before);
  if (keep) {
    run(part, made.rows);
  } else {
    const std::uint64_t n_parts = count_sub_parts(n_nodes, most_live_bytes(part), memory);
    assert(n_parts >= 2);  // is_enough() said so
    for (std::uint64_t index = 0; index < n_parts; ++index) {
      const auto first = static_cast<node_id>(part.first + n_nodes * index / n_parts);
      const auto last = static_cast<node_id>(part.first + n_nodes * (index + 1) / n_parts);
      made.starts.push_back(first);
      made.at_start.push_back(made.rows.held());
      if (index + 1 < n_parts) run({first, last}, made.rows);
    }
    made.rows.restore({});
  }
  levels_.push_back(std::move(made));
}

bool forward_pass::is_enough(std::uint64_t memory) const {
  const std::uint64_t n_nodes = problem_.graph.size();
  return n_nodes * row_bytes() <= memory ||
         fits(n_nodes, row_bytes(), most_live_bytes({0, static_cast<node_id>(n_nodes)}), memory);
}

// More than enough is enough, so the least can be searched for; rounded up to whole rows.
std::uint64_t forward_pass::least_memory() const {
  std::uint64_t too_few = 0;  // rows
  std::uint64_t enough = problem_.graph.size();
  while (enough - too_few > 1) {
    const std::uint64_t middle = too_few + (enough - too_few) / 2;
    (is_enough(middle * row_bytes()) ? enough : too_few) = middle;
  }
  return enough * row_bytes();
}

void forward_pass::run(node_range part, row_store& rows) {
  engine_.advance(problem_, part, rows);
  for (node_id v = part.first; v < part.last; ++v)
    cells_computed_ += std::uint64_t{problem_.graph.nodes[v].n_residues} * problem_.target.size();
}

}  // namespace exonweave::spliced

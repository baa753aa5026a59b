#include "spliced/engine/forward_pass.hpp"

#include <algorithm>
#include <cassert>
#include <stdexcept>
#include <string>

namespace exonweave::spliced {

forward_pass::forward_pass(const problem& p, const engine& with, std::uint64_t memory)
    : problem_(p), engine_(with), memory_(memory), plan_(p) {
  if (const auto bound = score_bound(p); bound >= score_limit)
    throw std::range_error("scores could reach " + std::to_string(bound) + ", the limit is " +
                           std::to_string(score_limit));
  const node_range whole{0, static_cast<node_id>(p.graph.size())};
  if (!plan_.is_enough(memory)) throw memory_exceeded(plan_.least_memory(), memory);
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

void forward_pass::descend(node_range part, const row_store::snapshot& live_before, std::uint64_t memory) {
  const std::uint64_t n_nodes = part.last - part.first;
  const bool keep = plan_.can_keep(part, live_before.size(), memory);
  level made{part, keep, row_store(problem_.graph, plan_.readers(), problem_.layout().width(), keep), {}, {}};
  made.rows.begin(part, live_before);
  if (keep) {
    run(part, made.rows);
  } else {
    const std::uint64_t n_parts = plan_.count_sub_parts(part, memory);
    assert(n_parts >= 2);  // the plan said so
    for (std::uint64_t index = 0; index < n_parts; ++index) {
      const auto first = static_cast<node_id>(part.first + n_nodes * index / n_parts);
      const auto last = static_cast<node_id>(part.first + n_nodes * (index + 1) / n_parts);
      made.starts.push_back(first);
      made.at_start.push_back(made.rows.held());
      if (index + 1 < n_parts) run({first, last}, made.rows);
    }
    made.rows.begin({part.first, part.first}, {});
  }
  levels_.push_back(std::move(made));
}

void forward_pass::run(node_range part, row_store& rows) {
  engine_.advance(problem_, part, rows);
  cells_computed_ += count_rows(problem_.graph, part) * problem_.target.size();
}

}  // namespace exonweave::spliced

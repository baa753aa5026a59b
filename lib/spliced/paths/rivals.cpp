#include "spliced/paths/rivals.hpp"

#include <algorithm>
#include <tuple>

#include "spliced/paths/edge_join.hpp"
#include "spliced/paths/exon_cuts.hpp"
#include "spliced/paths/join_bound.hpp"

namespace exonweave::spliced {
namespace {

// A crossing that may be worth reading rows for.
struct candidate {
  crossing at;
  score at_most;
};

class joined_sets {
 public:
  joined_sets(row_pass& forward, row_pass& backward)
      : forward_(forward), backward_(backward), bounds_(forward, backward), joins_(forward) {}

  /// Raises `best` [sets] to the best path over the crossings of each set.
  void raise(std::span<const crossing> crossings, std::span<score> best) {
    const edge* joined = nullptr;
    score worth = unreachable;
    for (const candidate& each : order(crossings, best)) {
      score& so_far = best[each.at.set];
      if (each.at_most <= so_far) continue;
      if (each.at.over != joined) worth = worth_of(each.at);  // an edge of several sets is joined once
      joined = each.at.over;
      so_far = std::max(so_far, worth);
    }
  }

 private:
  // Descending, so that rows are recomputed once; behind one node what promises most goes first.
  std::vector<candidate> order(std::span<const crossing> crossings, std::span<const score> best) {
    std::vector<candidate> ordered;
    for (const crossing& each : crossings) {
      const score at_most = std::min(bounds_.over(*each.over, each.behind), forward_.end().total);
      if (is_reachable(at_most) && at_most > best[each.set]) ordered.push_back({each, at_most});
    }
    std::ranges::sort(ordered, std::greater<>(), [](const candidate& each) {
      return std::tuple(each.at.behind, each.at_most, each.at.over, each.at.set);
    });
    return ordered;
  }

  score worth_of(const crossing& at) {
    const node_id behind = mirrored(forward_.of().graph, at.behind);
    const score worth = joins_.before_weight(*at.over, backward_.row(backward_.last_row(behind)));
    return with_weight(worth, at.over->weight);
  }

  row_pass& forward_;
  row_pass& backward_;
  join_bound bounds_;
  edge_join joins_;
};

std::optional<score> if_reachable(score value) {
  return is_reachable(value) ? std::optional(value) : std::nullopt;
}

}  // namespace

rival_study study_rivals(row_pass& forward, row_pass& backward, std::span<const path_exon> exons) {
  const graph_view& graph = forward.of().graph;
  const exon_cuts cuts = cut_exons(graph, exons);
  joined_sets sets(forward, backward);
  std::vector<score> best(cuts.n_sets, unreachable);
  sets.raise(cuts.crossings, best);
  rival_study found;
  score runner_up = unreachable;
  for (const auto& [at_start, at_end, inside] : cuts.exons) {
    const score without = std::max({best[at_start], best[at_end], best[inside]});
    found.best_without.push_back(if_reachable(without));
    runner_up = std::max(runner_up, without);
  }
  sets.raise(find_other_ends(graph, exons), {&runner_up, 1});
  found.runner_up = if_reachable(runner_up);
  return found;
}

}  // namespace exonweave::spliced

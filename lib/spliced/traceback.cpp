#include "spliced/traceback.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <queue>
#include <set>
#include <stdexcept>

#include "spliced/recurrence.hpp"
#include "spliced/run_rows.hpp"

namespace exonweave::spliced {
namespace {

// A place on a path that spells the string so far: `row` residues of run `node` still lie before it.
struct state {
  node_id node;
  std::uint32_t row;
  auto operator<=>(const state&) const = default;
};

class tracer {
 public:
  tracer(forward_pass& pass, std::uint64_t memory)
      : pass_(pass), problem_(pass.of()), graph_(problem_.graph), memory_(memory) {}

  alignment trace() {
    alignment found;
    found.total = pass_.end().total;
    column_ = pass_.end().column;
    enter_exon({graph_.sink()});
    while (!states_.empty()) {
      if (extend_exon()) continue;
      found.exons.push_back(finish_exon());
      const std::vector<node_id> before = junctions_before();
      if (std::find(before.begin(), before.end(), graph_view::source()) != before.end()) break;
      enter_exon(before);
    }
    if (states_.empty()) throw std::logic_error("traceback: no path spells the best score");
    std::reverse(found.exons.begin(), found.exons.end());
    return found;
  }

 private:
  // Edges into v whose row plus weight is what v's entry row holds at the current column: steps of a best
  // path.
  std::vector<node_id> best_inputs(node_id v, score entry) {
    std::vector<node_id> sources;
    for (const edge& input : graph_.inputs(v))
      if (pass_.row(input.source)[column_] + input.weight == entry) sources.push_back(input.source);
    return sources;
  }

  // From junctions to the runs that end at the largest position among all that best paths reach from there.
  void enter_exon(std::vector<node_id> junctions) {
    const auto earlier = [&](node_id a, node_id b) {
      return graph_.nodes[a].position < graph_.nodes[b].position;
    };
    std::priority_queue<node_id, std::vector<node_id>, decltype(earlier)> open(earlier, std::move(junctions));
    std::set<node_id> seen;
    std::optional<std::int64_t> end;
    states_.clear();
    while (!open.empty() && (!end || graph_.nodes[open.top()].position >= *end)) {
      const node_id junction = open.top();
      open.pop();
      if (!seen.insert(junction).second) continue;
      for (const node_id u : best_inputs(junction, pass_.row(junction)[column_])) {
        if (!graph_.is_run(u)) {
          if (u != graph_view::source()) open.push(u);
          continue;
        }
        if (!end || graph_.nodes[u].position > *end) states_.clear(), end = graph_.nodes[u].position;
        if (graph_.nodes[u].position == *end) states_.insert({u, graph_.nodes[u].n_residues});
      }
    }
    exon_ = {};
    exon_.end_position = end.value_or(0);
    exon_.target_end = column_;
    cross_into_earlier_runs();
  }

  // One edit further, the first of M, D, I that any path allows. False when none does: the exon begins here.
  bool extend_exon() {
    const auto take = [&](edit op, std::uint32_t rows, std::size_t columns) {
      std::set<state> next;
      for (const state& at : states_)
        if (at.row > 0 && column_ >= columns && value(at) == value_before(at, rows, columns))
          next.insert({at.node, at.row - rows});
      if (next.empty()) return false;
      states_ = std::move(next);
      column_ -= columns;
      exon_.n_rows += rows;
      if (exon_.edits.empty() || exon_.edits.back().op != op) exon_.edits.push_back({op, 0});
      ++exon_.edits.back().length;
      cross_into_earlier_runs();
      return true;
    };
    return take(edit::match, 1, 1) || take(edit::deletion, 1, 0) || take(edit::insertion, 0, 1);
  }

  score value(const state& at) { return rows_of(at.node).at(at.row, column_); }

  // The score that the cell `rows` up and `columns` left would give to the cell at `at` by that move (Eq. 1
  // and 2).
  score value_before(const state& at, std::uint32_t rows, std::size_t columns) {
    const score earlier = rows_of(at.node).at(at.row - rows, column_ - columns);
    if (rows == 0 || columns == 0) return earlier - problem_.gap;
    return earlier +
           (*problem_.substitution)(graph_.residues_of(at.node)[at.row - 1], problem_.target[column_ - 1]);
  }

  // A path in row 0 of a run may continue at the end of a run before it: the same exon, no move.
  void cross_into_earlier_runs() {
    for (const state& at : std::vector<state>(states_.begin(), states_.end()))
      if (at.row == 0)
        for (const node_id u : best_inputs(at.node, value(at)))
          if (graph_.is_run(u)) states_.insert({u, graph_.nodes[u].n_residues});
    std::erase_if(rows_, [&](const auto& held) {
      return std::none_of(states_.begin(), states_.end(),
                          [&](const state& at) { return at.node == held.first; });
    });
  }

  aligned_exon finish_exon() {
    exon_.target_begin = column_;
    std::reverse(exon_.edits.begin(), exon_.edits.end());
    return std::move(exon_);
  }

  // Where best paths come from when the exon begins here: junctions, the source among them.
  std::vector<node_id> junctions_before() {
    std::vector<node_id> sources;
    for (const state& at : states_)
      if (at.row == 0)
        for (const node_id u : best_inputs(at.node, value(at)))
          if (!graph_.is_run(u)) sources.push_back(u);
    return sources;
  }

  run_rows& rows_of(node_id v) {
    const auto found = rows_.find(v);
    if (found != rows_.end()) return found->second;
    std::vector<score> entry(column_ + 1);
    entry_row(
        problem_, v, [&](node_id u) { return pass_.row(u); }, entry);
    return rows_.try_emplace(v, problem_, v, std::move(entry), memory_ / states_.size()).first->second;
  }

  forward_pass& pass_;
  const problem& problem_;
  const graph_view& graph_;
  std::uint64_t memory_;  // bytes, for rows_
  std::size_t column_ = 0;
  std::set<state> states_;            // where the paths that spell the string so far stand
  aligned_exon exon_;                 // the exon being followed, its edits from end to begin
  std::map<node_id, run_rows> rows_;  // of the runs in states_
};

}  // namespace

alignment trace_back(forward_pass& pass, std::uint64_t memory) { return tracer(pass, memory).trace(); }

std::uint64_t least_memory_of_runs(const problem& p) {
  std::uint32_t longest = 1;
  for (const node& each : p.graph.nodes) longest = std::max(longest, each.n_residues);
  return run_rows::least_memory(longest, p.n_columns());
}

}  // namespace exonweave::spliced

#include "spliced/best_paths.hpp"

#include <algorithm>
#include <memory>
#include <queue>
#include <utility>

namespace exonweave::spliced {
namespace {

// Where a path turns: an exon's end (begins_here unused), or its start; `inside` = the exon goes on beyond
// it.
struct turn {
  std::int64_t position;
  bool inside = false;
};

// "Comes before": larger positions first; an exon that starts here before those that go on.
bool before(const turn& a, const turn& b) {
  return a.position != b.position ? a.position > b.position : a.inside < b.inside;
}

using row_ptr = std::shared_ptr<const std::vector<score>>;

struct partial_path {
  score completion;              // of the best whole path that ends like this one
  node_id node;                  // where it has got to
  score weight;                  // of the edge it came over, to be added to `behind`
  row_ptr behind;                // backward row at that edge's other end, [n + 1]
  std::vector<turn> turns;       // end, start, end, start, ... from the sink; the last may still change
  std::vector<path_exon> exons;  // finished and current exons, last first
};

struct worse {
  bool operator()(const partial_path& a, const partial_path& b) const {
    if (a.completion != b.completion) return a.completion < b.completion;
    return std::lexicographical_compare(b.turns.begin(), b.turns.end(), a.turns.begin(), a.turns.end(),
                                        before);
  }
};

class search {
 public:
  explicit search(forward_pass& pass) : pass_(pass), problem_(pass.of()), graph_(problem_.graph) {}

  std::vector<ranked_path> run(std::size_t k) {
    std::vector<ranked_path> found;
    start();
    while (!open_.empty() && found.size() < k) {
      partial_path best = open_.top();
      open_.pop();
      if (best.node == graph_view::source())
        found.push_back({best.completion, {best.exons.rbegin(), best.exons.rend()}});
      else
        expand(best);
    }
    return found;
  }

 private:
  void start() {
    auto row = std::make_shared<std::vector<score>>(problem_.n_columns(),
                                                    problem_.free_target_ends ? 0 : unreachable);
    row->back() = 0;
    if (is_reachable(pass_.end().total)) open_.push({pass_.end().total, graph_.sink(), 0, row, {}, {}});
  }

  void expand(const partial_path& at) {
    std::vector<score> row = *at.behind;
    for (score& value : row) value = is_reachable(value) ? value + at.weight : unreachable;
    for (std::size_t i = graph_.nodes[at.node].n_residues; i > 0; --i)
      row = row_above(std::move(row), graph_.residues_of(at.node)[i - 1]);
    const auto behind = std::make_shared<const std::vector<score>>(std::move(row));
    for (const edge& input : graph_.inputs(at.node)) {
      const score completion = best_completion(input, *behind);
      if (!is_reachable(completion)) continue;
      partial_path next{completion, input.source, input.weight, behind, at.turns, at.exons};
      turn_from(at.node, input.source, next);
      open_.push(std::move(next));
    }
  }

  // The backward form of Eq. 1: B(i-1,j) = max(B(i,j+1) + d(s_i,t_{j+1}), B(i,j) - eps), where within row i
  // first B(i,j) = max(B(i,j), B(i,j+1) - eps).
  std::vector<score> row_above(std::vector<score> row, residue_code residue) const {
    const std::size_t n = problem_.target.size();
    for (std::size_t j = n; j-- > 0;) row[j] = std::max(row[j], row[j + 1] - problem_.gap);
    for (std::size_t j = 0; j < n; ++j)
      row[j] =
          std::max(row[j] - problem_.gap, row[j + 1] + (*problem_.substitution)(residue, problem_.target[j]));
    row[n] -= problem_.gap;
    return row;
  }

  score best_completion(const edge& input, const std::vector<score>& behind) {
    const std::span<const score> last = pass_.row(input.source);
    score best = unreachable;
    for (std::size_t j = 0; j < behind.size(); ++j)
      if (is_reachable(last[j]) && is_reachable(behind[j]))
        best = std::max(best, last[j] + input.weight + behind[j]);
    return best;
  }

  // Keeps turns and exons up to date when the path goes from `v` back to `u`. Turns alternate between ends
  // (of junctions: the path may still walk to an earlier one) and starts (of runs: the exon may still go on).
  void turn_from(node_id v, node_id u, partial_path& path) const {
    const node& from = graph_.nodes[v];
    const bool is_open_turn = (path.turns.size() % 2 == 0) == graph_.is_run(v);
    const bool leaves_exon = graph_.is_run(v), enters_exon = graph_.is_run(u);
    if (is_open_turn && !path.turns.empty() && (leaves_exon || !enters_exon)) path.turns.pop_back();
    if (leaves_exon) path.turns.push_back({from.position - from.n_residues, enters_exon});
    if (!enters_exon && u != graph_view::source()) path.turns.push_back({graph_.nodes[u].position});
    if (!enters_exon) return;
    if (!leaves_exon) path.exons.push_back({graph_.nodes[u].position, 0});
    path.exons.back().n_rows += graph_.nodes[u].n_residues;
  }

  forward_pass& pass_;
  const problem& problem_;
  const graph_view& graph_;
  std::priority_queue<partial_path, std::vector<partial_path>, worse> open_;
};

}  // namespace

std::vector<ranked_path> find_best_paths(forward_pass& pass, std::size_t k) { return search(pass).run(k); }

}  // namespace exonweave::spliced

#include "spliced/best_paths.hpp"

#include <algorithm>
#include <iterator>
#include <memory>
#include <set>
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

struct better {
  bool operator()(const partial_path& a, const partial_path& b) const {
    if (a.completion != b.completion) return a.completion > b.completion;
    return std::lexicographical_compare(a.turns.begin(), a.turns.end(), b.turns.begin(), b.turns.end(),
                                        before);
  }
};

class search {
 public:
  search(forward_pass& pass, std::uint64_t memory)
      : pass_(pass), problem_(pass.of()), graph_(problem_.graph), memory_(memory) {}

  std::vector<ranked_path> run(std::size_t k) {
    std::vector<ranked_path> found;
    start();
    while (!open_.empty() && found.size() < k) {
      const partial_path best = std::move(open_.extract(open_.begin()).value());
      if (best.node == graph_view::source())
        found.push_back({best.completion, {best.exons.rbegin(), best.exons.rend()}});
      else
        expand(best);
      drop_hopeless(k - found.size());
    }
    return found;
  }

 private:
  void start() {
    std::vector<score> row(problem_.n_columns(), problem_.free_target_ends ? 0 : unreachable);
    row.back() = 0;
    if (is_reachable(pass_.end().total))
      open_.insert({pass_.end().total, graph_.sink(), 0, keep(std::move(row)), {}, {}});
  }

  // Every partial path stands for chains of its own, the best of which is worth its completion. So what is worth less
  // than each of `wanted` others need not be followed.
  void drop_hopeless(std::size_t wanted) {
    if (wanted == 0 || open_.size() <= wanted) return;
    const score least = std::next(open_.begin(), static_cast<std::ptrdiff_t>(wanted) - 1)->completion;
    while (open_.rbegin()->completion < least) open_.erase(std::prev(open_.end()));
  }

  void expand(const partial_path& at) {
    const bool is_run = graph_.is_run(at.node);
    const row_ptr behind =
        is_run ? climb(at) : at.behind;  // a junction adds nothing but the weights of its edges
    const score offset = is_run ? 0 : at.weight;
    for (const edge& input : graph_.inputs(at.node)) {
      const edge whole{input.source, input.weight + offset};
      const score completion = best_completion(whole, *behind);
      if (!is_reachable(completion)) continue;
      partial_path next{completion, whole.source, whole.weight, behind, at.turns, at.exons};
      turn_from(at.node, input.source, next);
      open_.insert(std::move(next));
    }
  }

  // The backward row above the first residue of a run.
  row_ptr climb(const partial_path& at) {
    std::vector<score> row = *at.behind;
    for (score& value : row) value = is_reachable(value) ? value + at.weight : unreachable;
    for (std::size_t i = graph_.nodes[at.node].n_residues; i > 0; --i)
      row = row_above(std::move(row), graph_.residues_of(at.node)[i - 1]);
    return keep(std::move(row));
  }

  // Counts the rows that partial paths hold, and refuses more than fit.
  row_ptr keep(std::vector<score> row) {
    const std::uint64_t bytes = row.size() * sizeof(score);
    if (*bytes_held_ + bytes > memory_) throw memory_exceeded(2 * memory_, memory_);
    *bytes_held_ += bytes;
    return {new std::vector<score>(std::move(row)),
            [held = bytes_held_, bytes](const std::vector<score>* done) {
              *held -= bytes;
              delete done;
            }};
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
  std::uint64_t memory_;  // bytes, for backward rows
  std::shared_ptr<std::uint64_t> bytes_held_ = std::make_shared<std::uint64_t>(0);  // by them
  std::multiset<partial_path, better> open_;
};

}  // namespace

std::vector<ranked_path> find_best_paths(forward_pass& pass, std::size_t k, std::uint64_t memory) {
  return search(pass, memory).run(k);
}

}  // namespace exonweave::spliced

#include "spliced/paths/best_paths.hpp"

#include <algorithm>
#include <functional>
#include <iterator>
#include <memory>
#include <set>
#include <tuple>
#include <utility>

#include "spliced/engine/recurrence.hpp"
#include "spliced/paths/edge_join.hpp"

namespace exonweave::spliced {
namespace {

struct kept_row {
  std::vector<score> values;
  std::uint64_t id;
};
using row_ptr = std::shared_ptr<const kept_row>;

struct partial_path {
  score completion;                 // of the best whole path that ends like this one
  edge over;                        // the last edge gone over, backwards: its source is where the path has got to
  score weight;                     // of that edge and of the bare ones after it that `after` does not hold yet
  row_ptr after;                    // row of the reversed problem after the edge
  std::vector<std::int64_t> turns;  // end, start, end, start, ... from the sink; the last start may still move on
  std::vector<path_exon> exons;     // finished and current exons, last first
  bool has_entered = false;         // the last edge gone over leads into the current exon, from after it
};

struct better {
  // Larger positions first. What is not decided yet is taken for the best it can be.
  bool operator()(const partial_path& a, const partial_path& b) const {
    if (a.completion != b.completion) return a.completion > b.completion;
    return std::lexicographical_compare(a.turns.begin(), a.turns.end(), b.turns.begin(), b.turns.end(),
                                        std::greater<>());
  }
};

class search {
 public:
  search(row_pass& pass, spelling chains, std::uint64_t memory)
      : pass_(pass),
        problem_(pass.input()),
        graph_(problem_.graph),
        target_(problem_.target.rbegin(), problem_.target.rend()),
        chains_(chains),
        memory_(memory) {
    reversed_ = problem_;
    reversed_.target = target_;
  }

  std::vector<ranked_path> run(std::size_t k, const std::function<void(double)>& on_fraction) {
    std::vector<ranked_path> found;
    start();
    while (!open_.empty() && found.size() < k) {
      const partial_path best = std::move(open_.extract(open_.begin()).value());
      if (best.has_entered && !is_new(best)) continue;
      if (relations_[best.over.source] == source_relation::copy) {
        add(best, found);
        if (on_fraction) on_fraction(static_cast<double>(found.size()) / static_cast<double>(k));
      } else {
        expand(best);
      }
      if (chains_ == spelling::each_chain_once) drop_hopeless(k - found.size());
    }
    return found;
  }

 private:
  void start() {
    if (!is_reachable(pass_.end().total)) return;
    std::vector<score> row(problem_.layout().width());
    source_row(reversed_, row);
    open_.insert({pass_.end().total, {graph_.sink(), 0}, 0, keep(std::move(row)), {}, {}});
  }

  static void add(const partial_path& path, std::vector<ranked_path>& found) {
    ranked_path whole{path.completion, {path.exons.rbegin(), path.exons.rend()}};
    if (std::ranges::none_of(found, [&](const auto& other) { return other.exons == whole.exons; }))
      found.push_back(std::move(whole));
  }

  // Whether no better path came into the same exon at the same end, with the same exons and the same row after it. Two
  // that did went between the exons over different junctions, and differ by weights alone: whatever chain one becomes
  // the other does too.
  bool is_new(const partial_path& path) {
    return entered_
        .insert({path.after->id, path.over.source, path.over.residue, path.over.in_gap, path.over.n_nt, path.turns})
        .second;
  }

  // Every partial path stands for chains of its own, the best of which scores its completion. So what scores less
  // than each of `requested` others need not be followed.
  void drop_hopeless(std::size_t requested) {
    if (requested == 0 || open_.size() <= requested) return;
    const score least = std::next(open_.begin(), static_cast<std::ptrdiff_t>(requested) - 1)->completion;
    while (open_.rbegin()->completion < least) open_.erase(std::prev(open_.end()));
  }

  void expand(const partial_path& path) {
    const node_id v = path.over.source;
    const bool changes = path.over.residue != no_residue || graph_.nodes[v].n_residues > 0;
    const row_ptr after = changes ? climb(path) : path.after;  // else only weights are added
    const score offset = changes ? 0 : path.weight;
    for (const edge& input : graph_.inputs(v)) {
      const score weight = input.weight + offset;
      const score completion = with_weight(joins_.before_weight(input, after->values), weight);
      if (!is_reachable(completion)) continue;
      partial_path next{completion, input, weight, after, path.turns, path.exons};
      next.has_entered = !graph_.is_inside(v) && graph_.is_inside(input.source);
      turn(v, input, next);
      open_.insert(std::move(next));
    }
  }

  // The row of the reversed problem above the first residue of the node that a partial path has got to.
  row_ptr climb(const partial_path& path) {
    const target_profile& profile = reversed_profile_;
    const std::vector<score>& after = path.after->values;
    std::vector<score> row(after.size()), next(after.size());
    clear_row(row);
    if (path.over.residue == no_residue) {
      let_in(after, path.weight, row);
    } else {
      let_in_residue(reversed_, {after, profile.of(path.over.residue), path.weight, path.over.in_gap}, row);
      close_row(reversed_, row);
    }
    const auto residues = graph_.residues_of(path.over.source);
    for (auto i = static_cast<std::uint32_t>(residues.size()); i > 0; --i) {
      const score in_gap = graph_.weight_of_row(path.over.source, i);
      next_row(reversed_, {row, profile.of(residues[i - 1]), 0, in_gap}, next);
      row.swap(next);
    }
    return keep(std::move(row));
  }

  // Counts the rows that partial paths hold, and refuses more than fit.
  row_ptr keep(std::vector<score> row) {
    const std::uint64_t bytes = row.size() * sizeof(score);
    if (*bytes_held_ + bytes > memory_) throw memory_exceeded(2 * memory_, memory_);
    *bytes_held_ += bytes;
    return {new kept_row{std::move(row), n_rows_++}, [held = bytes_held_, bytes](const kept_row* done) {
              *held -= bytes;
              delete done;
            }};
  }

  // Keeps turns and exons up to date when the path goes from `v` back over `input`. Turns alternate between ends and
  // starts; a start is open as long as the exon may go on before it.
  void turn(node_id v, const edge& input, partial_path& path) const {
    const node& source = graph_.nodes[v];
    const bool leaves = graph_.is_inside(v), enters = graph_.is_inside(input.source);
    if (leaves) {
      if (path.turns.size() % 2 == 0) path.turns.pop_back();
      path.exons.back().begin = enters ? source.begin() : begin_over(graph_, input, v);
      path.turns.push_back(path.exons.back().begin);
    }
    if (!enters || leaves) return;
    const std::int64_t end = end_over(graph_, input);
    path.exons.push_back({end, end});
    path.turns.push_back(end);
  }

  row_pass& pass_;
  const problem& problem_;
  const graph_view& graph_;
  std::vector<residue_code> target_;  // backwards
  problem reversed_;                  // with the target backwards; its graph is not read
  edge_join joins_{pass_};
  target_profile reversed_profile_{*problem_.substitution, target_};
  std::vector<source_relation> relations_ = relate_to_source(graph_);
  spelling chains_;
  std::uint64_t memory_;                                                            // bytes, for backward rows
  std::shared_ptr<std::uint64_t> bytes_held_ = std::make_shared<std::uint64_t>(0);  // by them
  std::uint64_t n_rows_ = 0;                                                        // made so far
  std::multiset<partial_path, better> open_;
  // The row after, the edge that leads into an exon before it, and the turns so far.
  std::set<std::tuple<std::uint64_t, node_id, residue_code, gap_weight, std::uint8_t, std::vector<std::int64_t>>>
      entered_;
};

}  // namespace

std::vector<ranked_path> find_best_paths(row_pass& pass, std::size_t k, spelling chains, std::uint64_t memory,
                                         const std::function<void(double)>& on_fraction) {
  return search(pass, chains, memory).run(k, on_fraction);
}

}  // namespace exonweave::spliced

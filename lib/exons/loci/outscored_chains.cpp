#include "exons/loci/outscored_chains.hpp"

#include <algorithm>
#include <functional>
#include <unordered_map>

namespace exonweave {
namespace {

constexpr std::int64_t nt_of_bin = 32;

// The best scores of some targets over a bin, the best one first.
class best_scores {
 public:
  void add(const segment_chain& chain, std::size_t n_kept) {
    const auto same = std::ranges::find(best_, chain.target, &target_score::target);
    if (same != best_.end()) {
      if (same->score >= chain.score) return;
      best_.erase(same);
    }
    const auto next = std::ranges::upper_bound(best_, chain.score, std::ranges::greater(), &target_score::score);
    best_.insert(next, {chain.target, chain.score});
    if (best_.size() > n_kept) best_.pop_back();
  }

  [[nodiscard]] bool outscore(const segment_chain& chain, const outscored_rules& rules) const {
    std::size_t n_better = 0;
    for (const target_score& each : best_) {
      if (each.target == chain.target) continue;
      if (each.score >= rules.ratio * chain.score) return true;
      n_better += each.score > chain.score ? 1 : 0;
    }
    return rules.max_better && n_better > *rules.max_better;
  }

 private:
  struct target_score {
    std::uint32_t target;
    double score;
  };

  std::vector<target_score> best_;
};

// Of one strand of a sequence.
class scores_by_bin {
 public:
  explicit scores_by_bin(const outscored_rules& rules) : rules_(rules) {}

  void add(const segment_chain& chain) {
    // The chain itself, and one more than may score better.
    const std::size_t n_kept = rules_.max_better.value_or(0) + 2;
    for_each_bin(chain, [&](std::int64_t bin) { bins_[bin].add(chain, n_kept); });
  }

  [[nodiscard]] bool outscore(const segment_chain& chain) const {
    std::size_t n = 0, n_outscored = 0;
    for_each_bin(chain, [&](std::int64_t bin) {
      ++n;
      n_outscored += bins_.at(bin).outscore(chain, rules_) ? 1 : 0;
    });
    return static_cast<double>(n_outscored) >= rules_.min_fraction * static_cast<double>(n);
  }

 private:
  template <class Visit>
  static void for_each_bin(const segment_chain& chain, const Visit& visit) {
    for (const interval& each : chain.segments)
      for (std::int64_t bin = each.start / nt_of_bin; bin <= (each.end - 1) / nt_of_bin; ++bin) visit(bin);
  }

  const outscored_rules& rules_;
  std::unordered_map<std::int64_t, best_scores> bins_;
};

std::vector<double> best_of_targets(const std::vector<std::vector<segment_chain>>& chains, std::size_t n_targets) {
  std::vector<double> best(n_targets, 0);
  for (const auto& of_window : chains)
    for (const segment_chain& each : of_window) best[each.target] = std::max(best[each.target], each.score);
  return best;
}

}  // namespace

std::vector<std::uint32_t> erase_outscored(const std::vector<search_window>& windows,
                                           std::vector<std::vector<segment_chain>>& chains, std::size_t n_targets,
                                           const outscored_rules& rules) {
  std::vector<std::uint32_t> n_erased(n_targets, 0);
  const std::vector<double> best = best_of_targets(chains, n_targets);
  for (std::size_t first = 0, end = 0; first < windows.size(); first = end) {
    scores_by_bin scores(rules);
    for (; end < windows.size() && windows[end].sequence == windows[first].sequence &&
           windows[end].on == windows[first].on;
         ++end)
      for (const segment_chain& each : chains[end]) scores.add(each);
    for (std::size_t w = first; w < end; ++w)
      std::erase_if(chains[w], [&](const segment_chain& each) {
        if (rules.keeps_best && each.score >= best[each.target]) return false;
        if (!scores.outscore(each)) return false;
        ++n_erased[each.target];
        return true;
      });
  }
  return n_erased;
}

}  // namespace exonweave

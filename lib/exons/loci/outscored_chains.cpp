#include "exons/loci/outscored_chains.hpp"

#include <algorithm>
#include <unordered_map>

namespace exonweave {
namespace {

constexpr std::int64_t nt_of_bin = 32;

// The best chain over a bin, and the best one of another target.
class best_scores {
 public:
  void add(const segment_chain& chain) {
    if (chain.target == target_) {
      best_ = std::max(best_, chain.score);
    } else if (chain.score > best_) {
      next_ = best_;
      best_ = chain.score;
      target_ = chain.target;
    } else {
      next_ = std::max(next_, chain.score);
    }
  }
  [[nodiscard]] double other_than(std::uint32_t target) const { return target == target_ ? next_ : best_; }

 private:
  double best_ = 0, next_ = 0;
  std::uint32_t target_ = UINT32_MAX;
};

// Of one strand of a sequence.
class scores_by_bin {
 public:
  void add(const segment_chain& chain) {
    for_each_bin(chain, [&](std::int64_t bin) { bins_[bin].add(chain); });
  }

  [[nodiscard]] bool outscores(const segment_chain& chain, const outscored_rules& rules) const {
    std::size_t n = 0, n_better = 0;
    for_each_bin(chain, [&](std::int64_t bin) {
      ++n;
      if (bins_.at(bin).other_than(chain.target) >= rules.ratio * chain.score) ++n_better;
    });
    return static_cast<double>(n_better) >= rules.min_fraction * static_cast<double>(n);
  }

 private:
  template <class Visit>
  static void for_each_bin(const segment_chain& chain, const Visit& visit) {
    for (const interval& each : chain.segments)
      for (std::int64_t bin = each.start / nt_of_bin; bin <= (each.end - 1) / nt_of_bin; ++bin) visit(bin);
  }

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
    scores_by_bin scores;
    for (; end < windows.size() && windows[end].sequence == windows[first].sequence &&
           windows[end].on == windows[first].on;
         ++end)
      for (const segment_chain& each : chains[end]) scores.add(each);
    for (std::size_t w = first; w < end; ++w)
      std::erase_if(chains[w], [&](const segment_chain& each) {
        if (rules.keeps_best && each.score >= best[each.target]) return false;
        if (!scores.outscores(each, rules)) return false;
        ++n_erased[each.target];
        return true;
      });
  }
  return n_erased;
}

}  // namespace exonweave

#include "exons/search/segment_chains.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <optional>

namespace exonweave {
namespace {

constexpr std::size_t most_looked_back = 100;  // segments
constexpr std::size_t none = SIZE_MAX;

// What the best of n more places scores, half-bits.
double of_choice(std::int64_t n) {
  constexpr double lambda = 0.3176;
  return std::log(1 + static_cast<double>(n)) / lambda;
}

// What is best behind one segment, and by which way.
struct link {
  double score;
  std::size_t before = none;
};

class chainer {
 public:
  chainer(std::vector<segment> segments, const chain_rules& rules)
      : segments_(std::move(segments)), rules_(rules) {
    std::ranges::sort(segments_, {}, [](const segment& s) { return std::pair(s.begin, s); });
  }

  std::vector<segment_chain> chains() {
    link_all();
    std::vector<std::size_t> ends(segments_.size());
    for (std::size_t i = 0; i < ends.size(); ++i) ends[i] = i;
    std::ranges::stable_sort(ends, std::ranges::greater(), [&](std::size_t i) { return links_[i].score; });
    std::vector<segment_chain> found;
    std::vector<bool> is_used(segments_.size());
    for (const std::size_t end : ends) {
      if (is_used[end]) continue;
      const segment_chain chain = trace(end, is_used);
      if (chain.score >= rules_.least_score) found.push_back(chain);
    }
    std::ranges::stable_sort(found, std::ranges::greater(), &segment_chain::score);
    return found;
  }

 private:
  void link_all() {
    for (std::size_t i = 0; i < segments_.size(); ++i) {
      links_.push_back({static_cast<double>(segments_[i].score)});
      for (std::size_t n = 1; n <= std::min(i, most_looked_back); ++n)
        if (const auto joined = join(i - n, i); joined && *joined > links_[i].score)
          links_[i] = {*joined, i - n};
    }
  }

  // The score of a chain to segment i by way of j; nothing where there is no way, or none better than what is known.
  [[nodiscard]] std::optional<double> join(std::size_t j, std::size_t i) const {
    const segment& a = segments_[j];
    const segment& b = segments_[i];
    if (b.first_residue <= a.first_residue || b.residue_end() <= a.residue_end()) return std::nullopt;
    const std::int64_t between = std::int64_t{b.first_residue} - a.residue_end();  // residues
    const std::int64_t shared = overlap(j, i);
    if (2 * shared > b.n_residues) return std::nullopt;
    const std::int64_t apart = b.begin - a.end();  // nt
    if (apart + 3 * shared < 0 || apart > rules_.max_intron + 3 * std::max<std::int64_t>(0, between))
      return std::nullopt;
    const double own = b.score * (1 - static_cast<double>(shared) / b.n_residues);
    if (links_[j].score + own - rules_.way <= links_[i].score) return std::nullopt;  // with any way
    const double way = rules_.way + of_choice(std::abs(apart - 3 * between)) + of_choice(std::abs(between));
    return links_[j].score + own - way;
  }

  // Residues of the target that both have, j before i.
  [[nodiscard]] std::int64_t overlap(std::size_t j, std::size_t i) const {
    return std::max<std::int64_t>(
        0, std::int64_t{segments_[j].residue_end()} - std::int64_t{segments_[i].first_residue});
  }

  // Those of a segment without its first ones, which the one before has too.
  static void add_residues(const segment& of, std::int64_t n_shared, segment_chain& chain) {
    const std::int64_t n_own = of.n_residues - n_shared;
    chain.n_aligned += static_cast<std::uint32_t>(n_own);
    chain.n_identical += static_cast<std::uint32_t>(of.n_identical * n_own / of.n_residues);
  }

  // From its end back to where it begins, or to what a better chain has used: then it begins behind that.
  segment_chain trace(std::size_t end, std::vector<bool>& is_used) const {
    segment_chain chain{segments_[end].target,
                        links_[end].score,
                        {segments_[end].begin, segments_[end].end()},
                        {segments_[end].first_residue, segments_[end].residue_end()},
                        0};
    std::size_t first = end;
    for (std::size_t at = end; at != none && !is_used[at]; at = links_[at].before) {
      is_used[at] = true;
      first = at;
      ++chain.n_segments;
      const std::size_t before = links_[at].before;
      add_residues(segments_[at], before == none || is_used[before] ? 0 : overlap(before, at), chain);
    }
    chain.on_strand.start = segments_[first].begin;
    chain.on_target.start = segments_[first].first_residue;
    chain.score += segments_[first].score - links_[first].score;
    return chain;
  }

  std::vector<segment> segments_;
  chain_rules rules_;
  std::vector<link> links_;
};

}  // namespace

std::vector<segment_chain> chain_segments(std::vector<segment> segments, const chain_rules& rules) {
  return chainer(std::move(segments), rules).chains();
}

}  // namespace exonweave

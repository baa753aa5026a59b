#include "exons/loci/segment_chains.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <numbers>
#include <optional>
#include <tuple>

#include "exons/loci/gapped_extension.hpp"

namespace exonweave {
namespace {

constexpr std::size_t max_looked_back = 100;  // segments
constexpr std::size_t none = SIZE_MAX;

constexpr double lambda = 0.3176;

// What the best of n more places scores, half-bits.
double of_choice(std::int64_t n) { return std::log(1 + static_cast<double>(n)) / lambda; }

// Bounds of scores in whole numbers, so that vectors have many of them: so many half-bits are one, and an octave is
// 4096.
constexpr double bound_unit = std::numbers::ln2 / lambda / 4096;

// No more than log2(x) of an x from 1 on, in 4096ths: of a number the exponent is that of the power of two below, and
// the mantissa how far it is to the next one, where the logarithm is never below the straight line.
std::int32_t min_log2(float x) { return (std::bit_cast<std::int32_t>(x) >> 11) - (127 << 12); }

// What is best after one segment, and by which way.
struct link {
  double score;
  std::size_t before = none;
};

class chainer {
 public:
  chainer(std::vector<segment> segments, const chain_rules& rules) : segments_(std::move(segments)), rules_(rules) {
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
      segment_chain chain = trace(end, is_used);
      judge_by_gaps(chain);
      if (chain.score >= rules_.lowest_score) found.push_back(chain);
    }
    std::ranges::stable_sort(found, std::ranges::greater(), &segment_chain::score);
    return found;
  }

 private:
  using link_bounds = std::array<std::int32_t, max_looked_back>;

  void link_all() {
    constexpr std::int64_t farthest =
        1 << 29;  // from the first diagonal; what lies beyond has too high a bound at most
    for (const segment& each : segments_) {
      const std::int64_t diagonal = each.diagonal() - segments_.front().diagonal();
      diagonals_.push_back(static_cast<std::int32_t>(std::clamp(diagonal, -farthest, farthest)));
      first_residues_.push_back(static_cast<std::int32_t>(each.first_residue));
      residue_ends_.push_back(static_cast<std::int32_t>(each.residue_end()));
    }
    links_.reserve(segments_.size());
    scores_.reserve(segments_.size());
    link_bounds bounds;
    for (std::size_t i = 0; i < segments_.size(); ++i) {
      const std::size_t first = i - std::min(i, max_looked_back);
      link best{static_cast<double>(segments_[i].score)};
      const double own = best.score - rules_.way;
      const auto too_little = [&] { return static_cast<std::int32_t>(std::floor((best.score - own) / bound_unit)); };
      std::int32_t least = too_little();
      if (bound_links(first, i, bounds) > least)
        for (std::size_t j = i; j-- > first;) {
          if (bounds[j - first] <= least) continue;
          if (const auto joined = join(j, i); joined && *joined > best.score) {
            best = {*joined, j};
            least = too_little();
          }
        }
      links_.push_back(best);
      constexpr double rounding = 2;  // far above that of the numbers here
      scores_.push_back(static_cast<std::int32_t>(std::ceil(best.score / bound_unit) + rounding));
    }
  }

  // [i - first] what chains to segments [first, i) may add to the score of segment i at most, next to what every way
  // costs, in bound_units; and the largest of them. Most are too far from it for what they score: this reports so
  // without a logarithm or a branch.
  std::int32_t bound_links(std::size_t first, std::size_t i, link_bounds& bounds) const {
    constexpr std::int32_t no_way = INT32_MIN;
    const std::int32_t diagonal = diagonals_[i], first_residue = first_residues_[i], residue_end = residue_ends_[i];
    std::int32_t most = no_way;
    for (std::size_t j = first; j < i; ++j) {
      const float n_places = static_cast<float>(1 + std::abs(diagonals_[j] - diagonal)) *
                             static_cast<float>(1 + std::abs(first_residue - residue_ends_[j]));
      const std::int32_t bound = scores_[j] - min_log2(n_places);
      // Segment i has to begin and to end later.
      const bool goes_on = std::min(first_residue - first_residues_[j], residue_end - residue_ends_[j]) > 0;
      bounds[j - first] = goes_on ? bound : no_way;
      most = std::max(most, bounds[j - first]);
    }
    return most;
  }

  // The score of a chain to segment i by way of j; nothing where there is no way.
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
    return links_[j].score + own - score_of_way(rules_.way, apart - 3 * between, between);
  }

  // Residues of the target that both have, j before i.
  [[nodiscard]] std::int64_t overlap(std::size_t j, std::size_t i) const {
    return std::max<std::int64_t>(0,
                                  std::int64_t{segments_[j].residue_end()} - std::int64_t{segments_[i].first_residue});
  }

  // Those of a segment without its first ones, which the one before has too.
  static void add_residues(const segment& added, std::int64_t n_shared, segment_chain& chain) {
    const std::int64_t n_own = added.n_residues - n_shared;
    chain.n_aligned += static_cast<std::uint32_t>(n_own);
    chain.n_identical += static_cast<std::uint32_t>(added.n_identical * n_own / added.n_residues);
  }

  // From its end back to where it begins, or to what a better chain has used: then it begins after that.
  segment_chain trace(std::size_t end, std::vector<bool>& is_used) const {
    segment_chain chain{segments_[end].target,
                        links_[end].score,
                        {segments_[end].begin, segments_[end].end()},
                        {segments_[end].first_residue, segments_[end].residue_end()},
                        0};
    std::size_t first = end;
    for (std::size_t k = end; k != none && !is_used[k]; k = links_[k].before) {
      is_used[k] = true;
      first = k;
      ++chain.n_segments;
      if (segments_[k].score > chain.best.score) chain.best = segments_[k];
      chain.gapped = std::max(chain.gapped, segments_[k].gapped);
      if (rules_.keeps_segments) chain.segments.push_back({segments_[k].begin, segments_[k].end()});
      const std::size_t before = links_[k].before;
      const bool goes_on = before != none && !is_used[before];
      add_residues(segments_[k], goes_on ? overlap(before, k) : 0, chain);
      if (goes_on)
        chain.longest_intron = std::max(chain.longest_intron, segments_[k].diagonal() - segments_[before].diagonal());
    }
    chain.on_strand.start = segments_[first].begin;
    chain.on_target.start = segments_[first].first_residue;
    chain.score += segments_[first].score - links_[first].score;
    return chain;
  }

  std::vector<segment> segments_;
  chain_rules rules_;
  std::vector<std::int32_t> diagonals_, first_residues_, residue_ends_;  // [segments]
  std::vector<link> links_;                                              // of the segments so far
  std::vector<std::int32_t> scores_;                                     // of the links, bound_units at least
};

}  // namespace

double score_of_way(double way, std::int64_t next_to, std::int64_t between) {
  return way + of_choice(std::abs(next_to)) + of_choice(std::abs(between));
}

void judge_by_gaps(segment_chain& chain) {
  if (chain.gapped > 0) chain.score = std::max(chain.score, as_ungapped_score(chain.gapped));
}

std::vector<segment_chain> chain_segments(std::vector<segment> segments, const chain_rules& rules) {
  return chainer(std::move(segments), rules).chains();
}

std::vector<segment> without_repeats(std::vector<segment> segments) {
  std::ranges::sort(segments, {}, [](const segment& s) { return std::tuple(s.target, s.diagonal(), s); });
  std::vector<segment> kept;
  for (const segment& each : segments) {
    const bool repeats = !kept.empty() && kept.back().target == each.target &&
                         kept.back().diagonal() == each.diagonal() && each.begin < kept.back().end();
    if (!repeats)
      kept.push_back(each);
    else if (each.score > kept.back().score)
      kept.back() = each;
  }
  return kept;
}

}  // namespace exonweave

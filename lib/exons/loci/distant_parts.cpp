#include "exons/loci/distant_parts.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <tuple>
#include <utility>

namespace exonweave {
namespace {

constexpr std::int64_t fraction_of_both = 4;  // segments grow beyond exons; copies have more in common

// Coordinates that ascend along the strand.
interval on_strand(const found_locus& locus) {
  const interval core = locus.best.core;
  return locus.where.on == strand::forward ? core : interval{-core.end, -core.start};
}

bool are_of_one_strand(const found_locus& a, const found_locus& b) {
  return a.where.target == b.where.target && a.where.sequence == b.where.sequence && a.where.on == b.where.on;
}

// What lies between two parts: nt of the strand, residues of the target.
struct way_between {
  std::int64_t apart;
  std::int64_t residues;  // less than nothing where both have some
};

// Nothing where `after` does not go on with the target.
std::optional<way_between> find_way(const found_locus& before, const found_locus& after, const far_distances& apart) {
  const interval a = before.best.on_target, b = after.best.on_target;
  const way_between way{on_strand(after).start - on_strand(before).end, b.start - a.end};
  const bool follows =
      a.start < b.start && a.end < b.end && -fraction_of_both * way.residues <= std::min(a.length(), b.length());
  const bool is_far = way.apart > apart.shortest && way.apart <= apart.longest;
  return follows && is_far ? std::optional(way) : std::nullopt;
}

// Puts the best chains of loci together while they follow one another.
class joined_parts {
 public:
  joined_parts(const found_locus& first, const far_rules& rules) : rules_(rules), whole_(first), last_(&first) {}

  // Whether that one goes on, so that it is a part now.
  bool add(const found_locus& next) {
    if (!are_of_one_strand(*last_, next)) return false;
    const auto way = find_way(*last_, next, rules_.apart);
    if (!way || way->residues > rules_.max_between) return false;
    const double fraction = 1 - static_cast<double>(std::max<std::int64_t>(0, -way->residues)) /
                                    static_cast<double>(next.best.on_target.length());
    const double cost = score_of_way(rules_.way, way->apart - 3 * way->residues, way->residues);
    if (std::min(last_->best.score, next.best.score * fraction) <= cost) return false;
    put_after(next, fraction);
    whole_.best.score += next.best.score * fraction - cost;
    last_ = &next;
    return true;
  }

  [[nodiscard]] const found_locus& whole() const { return whole_; }

 private:
  // `share` is what the target's next part has alone.
  void put_after(const found_locus& next, double fraction) {
    const auto own = [&](std::uint32_t n) { return static_cast<std::uint32_t>(n * fraction); };
    found_chain& chain = whole_.best;
    chain.n_segments += next.best.n_segments;
    chain.n_aligned += own(next.best.n_aligned);
    chain.n_identical += own(next.best.n_identical);
    chain.core = hull(chain.core, next.best.core);
    chain.on_target = hull(chain.on_target, next.best.on_target);
    whole_.span = hull(whole_.span, next.span);
    whole_.where.region = hull(whole_.where.region, next.where.region);
    whole_.where.is_single = false;
  }

  const far_rules& rules_;
  found_locus whole_;
  const found_locus* last_;
};

// Of loci of a target that overlap on their strand the one that scores best: which ones of `loci`, that ascend along
// the strand, they are.
std::vector<std::size_t> best_of_overlapping(const std::vector<found_locus>& loci) {
  std::vector<std::size_t> best;
  std::int64_t end = 0;  // on the strand, of those that overlap
  for (std::size_t l = 0; l < loci.size(); ++l) {
    const interval here = on_strand(loci[l]);
    const bool is_apart = best.empty() || !are_of_one_strand(loci[best.back()], loci[l]) || here.start >= end;
    end = is_apart ? here.end : std::max(end, here.end);
    if (is_apart)
      best.push_back(l);
    else if (loci[l].best.score > loci[best.back()].best.score)
      best.back() = l;
  }
  return best;
}

}  // namespace

bool goes_on(const found_locus& left, const found_locus& right, const far_distances& apart) {
  if (!are_of_one_strand(left, right)) return false;
  const bool is_forward = left.where.on == strand::forward;
  return find_way(is_forward ? left : right, is_forward ? right : left, apart).has_value();
}

// There may be as many loci as fill much memory: they stay where they are.
void join_distant_parts(std::vector<found_locus>& loci, const std::vector<target>& targets, const far_rules& rules) {
  std::ranges::sort(loci, {}, [](const found_locus& l) {
    return std::tuple(l.where.target, l.where.sequence, l.where.on, on_strand(l), l.best.on_target, -l.best.score);
  });
  const std::vector<std::size_t> parts = best_of_overlapping(loci);
  std::vector<bool> is_joined(loci.size());  // to one before
  for (auto first = parts.begin(); first != parts.end();) {
    joined_parts together(loci[*first], rules);
    const auto end =
        std::find_if_not(first + 1, parts.end(), [&](std::size_t next) { return together.add(loci[next]); });
    const auto n_residues = static_cast<double>(targets[loci[*first].where.target].residues.size());
    if (static_cast<double>(together.whole().best.on_target.length()) >= rules.min_fraction * n_residues) {
      loci[*first] = together.whole();
      std::for_each(first + 1, end, [&](std::size_t part) { is_joined[part] = true; });
    }
    first = end;
  }
  std::size_t n_kept = 0;
  for (std::size_t l = 0; l < loci.size(); ++l) {
    if (is_joined[l]) continue;
    if (n_kept != l) loci[n_kept] = std::move(loci[l]);
    ++n_kept;
  }
  loci.resize(n_kept);
}

}  // namespace exonweave

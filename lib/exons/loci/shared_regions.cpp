#include "exons/loci/shared_regions.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <numeric>
#include <tuple>

namespace exonweave {
namespace {

using order = std::vector<std::size_t>;  // of cases

// How far each region may grow: to the regions of the same target before it and after it.
std::vector<interval> find_room(const std::vector<alignment_task>& cases, order by_target) {
  std::ranges::sort(by_target, {}, [&](std::size_t c) {
    return std::tuple(cases[c].target, cases[c].sequence, cases[c].on, cases[c].region);
  });
  std::vector<interval> room(cases.size(), {0, std::numeric_limits<std::int64_t>::max()});
  for (std::size_t i = 1; i < by_target.size(); ++i) {
    const alignment_task &left = cases[by_target[i - 1]], &right = cases[by_target[i]];
    const bool are_of_one = left.target == right.target && left.sequence == right.sequence && left.on == right.on;
    if (!are_of_one) continue;
    room[by_target[i - 1]].end = right.region.start;
    room[by_target[i]].start = left.region.end;
  }
  return room;
}

// Cases that share a region.
struct sharing {
  std::size_t sequence;
  strand on;
  interval region;
  interval room;          // of all
  std::int64_t shortest;  // of their own regions
  order members;

  // The region with that case too, if it may have one; else an empty one.
  [[nodiscard]] interval with(interval other, interval other_room, double max_growth) const {
    const interval both = hull(region, other);
    const bool has_room = room.contains(both) && other_room.contains(both);
    const auto least = static_cast<double>(std::min(shortest, other.length()));
    return has_room && static_cast<double>(both.length()) <= max_growth * least ? both : interval{};
  }
};

// Gathers cases in the order of their places.
class sharer {
 public:
  explicit sharer(double max_growth) : max_growth_(max_growth) {}

  void add(std::size_t which, const alignment_task& what, interval room) {
    interval region;
    sharing* shared = find(what, room, region);
    if (shared == nullptr) {
      made_.push_back({what.sequence, what.on, what.region, room, what.region.length(), {which}});
      return;
    }
    shared->region = region;
    shared->room = {std::max(shared->room.start, room.start), std::min(shared->room.end, room.end)};
    shared->shortest = std::min(shared->shortest, what.region.length());
    shared->members.push_back(which);
  }

  [[nodiscard]] const std::vector<sharing>& made() const { return made_; }

 private:
  // What grows least, with the region that it would have; none where nothing may be shared.
  sharing* find(const alignment_task& what, interval room, interval& region) {
    const auto length = static_cast<double>(what.region.length());
    const double min_start = static_cast<double>(what.region.end) - max_growth_ * length;
    sharing* best = nullptr;
    for (auto other = made_.rbegin(); other != made_.rend(); ++other) {
      const bool is_near = other->sequence == what.sequence && other->on == what.on &&
                           static_cast<double>(other->region.start) >= min_start;
      if (!is_near) break;  // nor are those before it
      const interval both = other->with(what.region, room, max_growth_);
      if (both.length() == 0) continue;
      if (best != nullptr && both.length() - other->region.length() >= region.length() - best->region.length())
        continue;
      best = &*other;
      region = both;
    }
    return best;
  }

  double max_growth_;
  std::vector<sharing> made_;  // ascending by start on each strand
};

}  // namespace

void share_regions(std::vector<alignment_task>& cases, double max_growth) {
  order by_place(cases.size());
  std::iota(by_place.begin(), by_place.end(), std::size_t{0});
  const std::vector<interval> room = find_room(cases, by_place);
  std::ranges::sort(by_place, {}, [&](std::size_t c) {
    return std::tuple(cases[c].sequence, cases[c].on, cases[c].region,
                      room[c]);  // no target: their order is the file's
  });
  sharer all(max_growth);
  for (const std::size_t c : by_place) all.add(c, cases[c], room[c]);
  for (const sharing& each : all.made())
    for (const std::size_t c : each.members) cases[c].region = each.region;
}

std::vector<found_locus> with_shared_regions(std::vector<found_locus> loci, std::int64_t max_flank) {
  constexpr double max_growth = 1.25;  // a fourth of the regions, and 1.07 times the nt, where targets are much alike
  std::vector<alignment_task> cases;
  for (const found_locus& each : loci) {
    const interval region = each.where.region;
    cases.push_back(each.where);
    cases.back().region = {std::max(region.start, each.span.start - max_flank),
                           std::min(region.end, each.span.end + max_flank)};
  }
  share_regions(cases, max_growth);
  for (std::size_t l = 0; l < loci.size(); ++l) loci[l].where = cases[l];
  std::ranges::sort(loci, {}, &found_locus::where);
  return loci;
}

}  // namespace exonweave

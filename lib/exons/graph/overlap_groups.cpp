#include "exons/graph/overlap_groups.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace exonweave {

std::vector<overlap_group> make_overlap_groups(std::span<const interval> exons) {
  std::vector<std::size_t> by_start(exons.size());
  std::iota(by_start.begin(), by_start.end(), std::size_t{0});
  std::sort(by_start.begin(), by_start.end(),
            [&](std::size_t a, std::size_t b) { return std::pair(exons[a], a) < std::pair(exons[b], b); });
  std::vector<overlap_group> groups;
  std::int64_t smallest_end = 0;
  for (const std::size_t k : by_start) {
    const bool joins = !groups.empty() && exons[k].start < smallest_end;
    if (!joins) groups.emplace_back();
    smallest_end = joins ? std::min(smallest_end, exons[k].end) : exons[k].end;
    groups.back().push_back(k);
  }
  return groups;
}

exon_counts count_exons(std::span<const interval> exons) {
  exon_counts counts;
  counts.n_exons = exons.size();
  for (const interval& each : exons) counts.sum_lengths += each.length();
  for (const overlap_group& group : make_overlap_groups(exons)) {
    std::int64_t longest = 0;
    for (const std::size_t k : group) longest = std::max(longest, exons[k].length());
    ++counts.n_groups;
    counts.sum_group_maxima += longest;
  }
  return counts;
}

time_units& time_units::operator+=(const time_units& other) {
  sequential += other.sequential;
  intra += other.intra;
  inter += other.inter;
  return *this;
}

time_units count_time_units(const exon_counts& exons, std::int64_t target_length) {
  const auto n = target_length;
  const auto n_exons = static_cast<std::int64_t>(exons.n_exons);
  const auto n_groups = static_cast<std::int64_t>(exons.n_groups);
  return {n * exons.sum_lengths,                         // Eq. 3
          exons.sum_lengths + n_exons * (n - 1),         // Eq. 4
          exons.sum_group_maxima + n_groups * (n - 1)};  // Eq. 5
}

}  // namespace exonweave

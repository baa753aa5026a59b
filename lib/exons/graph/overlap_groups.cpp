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

}  // namespace exonweave

#include "exons/loci/segments.hpp"

#include <algorithm>
#include <tuple>

namespace exonweave {

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

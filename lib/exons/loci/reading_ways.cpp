#include "exons/loci/reading_ways.hpp"

#include <algorithm>

namespace exonweave {

std::vector<alignment_task> with_backwards_across(const std::vector<alignment_task>& cases,
                                                  const std::vector<bool>& both_ways) {
  std::vector<alignment_task> all;
  for (auto first = cases.begin(), last = first; first != cases.end(); first = last) {
    last = std::find_if(first, cases.end(), [&](const alignment_task& other) {
      return !is_same_region(other, *first) || other.target != first->target;
    });
    const auto place = static_cast<std::ptrdiff_t>(all.size());
    all.insert(all.end(), first, last);
    if (!both_ways[first->target]) continue;
    for (alignment_task across : std::vector(first, last)) {
      across.on = across.on == strand::forward ? strand::reverse : strand::forward;
      across.is_backwards = true;
      all.push_back(across);
    }
    std::sort(all.begin() + place, all.end());  // the same but for strand and way
  }
  return all;
}

bool shares_strand(std::span<const alignment_task> cases, std::size_t k) {
  return k > 0 && cases[k - 1].on == cases[k].on;
}

}  // namespace exonweave

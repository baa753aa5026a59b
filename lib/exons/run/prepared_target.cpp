#include "exons/run/prepared_target.hpp"

#include <algorithm>

namespace exonweave {

std::size_t prepared_target::n_jobs() const {
  std::size_t sum = 0;
  for (const auto& strand : strands) sum += strand.search ? strand.search->n_jobs() : 0;
  return sum;
}

// Each strand has the least that it needs, and its part of what is left.
std::vector<spliced::alignment_job> prepared_target::jobs(std::uint64_t rows) {
  std::vector<spliced::alignment_job> all;
  const auto n_searches = std::ranges::count_if(strands, [](const auto& strand) { return strand.search.has_value(); });
  if (n_searches == 0) return all;
  const std::uint64_t more = (rows - min_rows) / static_cast<std::uint64_t>(n_searches);
  for (auto& strand : strands) {
    if (!strand.search) continue;
    const auto some = strand.search->jobs(strand.search->min_rows() + more);
    all.insert(all.end(), some.begin(), some.end());
  }
  return all;
}

}  // namespace exonweave

#include "exons/loci/locus_copies.hpp"

#include <algorithm>
#include <cstdint>

namespace exonweave {
namespace {

// Whether two chains are of the same part of the target, not of exons one after the other.
bool are_copies(const found_chain& a, const found_chain& b) {
  const std::int64_t shared =
      std::min(a.on_target.end, b.on_target.end) - std::max(a.on_target.start, b.on_target.start);
  return 2 * shared > std::min(a.on_target.length(), b.on_target.length());
}

}  // namespace

void count_copies(std::vector<found_locus>& loci, double min_fraction) {
  for (found_locus& locus : loci)
    locus.cuts.n_loci += static_cast<std::uint32_t>(std::ranges::count_if(locus.others, [&](const found_chain& other) {
      return other.score >= min_fraction * locus.best.score && are_copies(other, locus.best);
    }));
}

}  // namespace exonweave

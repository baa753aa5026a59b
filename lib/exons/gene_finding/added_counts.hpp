// Counts by the same keys, added up.
#pragma once

#include <cstddef>

namespace exonweave {

template <class Counts>
void add_counts(Counts& sums, const Counts& more) {
  for (std::size_t k = 0; k < sums.size(); ++k) sums[k] += more[k];
}

}  // namespace exonweave

#include "spliced/engine/highest_value.hpp"

#include <algorithm>
#include <vector>

namespace exonweave::spliced {

std::int64_t highest_value(const problem& p, score heaviest, std::span<const score> min_in_gap) {
  const std::size_t n_codes = p.substitution->n_codes();
  std::vector<score> best(n_codes, 0);
  for (residue_code genomic = 0; genomic < n_codes; ++genomic) {
    const score not_earned = genomic < min_in_gap.size() ? min_in_gap[genomic] : 0;
    for (residue_code symbol = 0; symbol < n_codes; ++symbol)
      best[symbol] = std::max(best[symbol], (*p.substitution)(genomic, symbol) - not_earned);
  }
  std::int64_t highest = heaviest;
  for (const residue_code symbol : p.target) highest += best[symbol];
  return highest;
}

}  // namespace exonweave::spliced

#include "spliced/engine/simd/lane_values.hpp"

#include <algorithm>
#include <cstdlib>
#include <vector>

namespace exonweave::spliced {

std::optional<lane_values> lane_values::narrow(const problem& p, const path_weights& weights, const lane_range& range) {
  score min_in_gap = 0;
  for (const score each : weights.min_in_gap) min_in_gap = std::min(min_in_gap, each);
  const score largest_loss = std::max({p.gaps.open + 2 * p.gaps.extend - min_in_gap,
                                       std::abs(p.substitution->smallest()), std::abs(p.substitution->largest())});
  if (largest_loss > range.max_lost) return std::nullopt;
  if (weights.largest_weight > range.highest) return std::nullopt;  // no lane holds it
  const std::int64_t top = highest_value(p, weights.heaviest, weights.min_in_gap);
  const std::int64_t highest = top - weights.lowest_offset + weights.offset;  // of any slot
  const std::int64_t origin = highest - range.highest;
  const std::int64_t exact_above = origin + range.floor + weights.shortfall + top;
  if (2 * exact_above > top) return std::nullopt;  // too few results would be exact
  return lane_values{static_cast<score>(origin), range.floor, range.low, static_cast<score>(exact_above)};
}

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

#include "spliced/engine/simd/lane_values.hpp"

#include <algorithm>
#include <cstdlib>

namespace exonweave::spliced {
namespace {

constexpr score narrow_highest = 32'000;
constexpr score narrow_floor = -31'000;
constexpr score narrow_low = -32'000;
// Between a floor and the smallest lane: what a row may lose before it is raised again, without wrapping round.
constexpr score most_lost = 700;

std::int64_t best_substitutions(const problem& p) {
  const std::size_t n_codes = p.substitution->n_codes();
  std::vector<score> best(n_codes, 0);
  for (residue_code genomic = 0; genomic < n_codes; ++genomic)
    for (residue_code symbol = 0; symbol < n_codes; ++symbol)
      best[symbol] = std::max(best[symbol], (*p.substitution)(genomic, symbol));
  std::int64_t sum = 0;
  for (const residue_code symbol : p.target) sum += best[symbol];
  return sum;
}

}  // namespace

std::optional<lane_values> lane_values::narrow(const problem& p, const row_schedule& schedule, score drift) {
  const score largest_loss = std::max({p.gaps.open + 2 * p.gaps.extend, std::abs(p.substitution->smallest()),
                                       std::abs(p.substitution->largest())});
  if (largest_loss > most_lost) return std::nullopt;
  if (schedule.largest_weight > narrow_highest) return std::nullopt;  // no lane holds it
  const std::int64_t top = schedule.heaviest + best_substitutions(p);
  const std::int64_t highest = top - schedule.lowest_offset + drift;  // of any slot
  const std::int64_t origin = highest - narrow_highest;
  const std::int64_t exact_above = origin + narrow_floor + top;
  if (2 * exact_above > top) return std::nullopt;  // too few results would be exact
  return lane_values{static_cast<score>(origin), narrow_floor, narrow_low, static_cast<score>(exact_above)};
}

}  // namespace exonweave::spliced

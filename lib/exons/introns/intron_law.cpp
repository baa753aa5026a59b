#include "exons/introns/intron_law.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numbers>
#include <numeric>

namespace exonweave {

intron_cost intron_law(std::span<const std::int64_t> lengths) {
  assert(!lengths.empty());
  constexpr double constant = 18;     // half-bits
  constexpr double hundredths = 100;  // of the slope per kb
  const double mean = static_cast<double>(std::accumulate(lengths.begin(), lengths.end(), std::int64_t{0})) /
                      static_cast<double>(lengths.size());
  return {written_score::of_halves(std::lround(2 * (constant + std::log2(mean)))),
          std::round(hundredths * 1000 / (mean * std::numbers::ln2)) / hundredths};
}

double mean_by_law(std::span<const intron_cost> lines) {
  assert(!lines.empty());
  const double per_kb = std::ranges::min(lines, {}, &intron_cost::per_kb).per_kb;
  return 1000 / (per_kb * std::numbers::ln2);
}

}  // namespace exonweave

#include "exons/introns/intron_law.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numbers>
#include <numeric>

namespace exonweave {

bool has_intron_law(const intron_sample& sample) {
  return sample.lengths.size() >= fewest_for_law || sample.coding_length >= min_coding_for_law;
}

intron_cost intron_law(const intron_sample& sample) {
  constexpr double constant = 18;                          // half-bits
  constexpr double prior_length = 1000, usual_gap = 3000;  // nt; coding, from an intron to the next one
  constexpr double hundredths = 100;                       // of the slope per kb
  const double n = 1 + static_cast<double>(sample.lengths.size());
  const double mean = (prior_length + static_cast<double>(std::accumulate(sample.lengths.begin(), sample.lengths.end(),
                                                                          std::int64_t{0}))) /
                      n;
  const double gap = (usual_gap + static_cast<double>(sample.coding_length)) / n;
  const double rarity = 4 * std::log2(std::max(1.0, gap / usual_gap));
  return {written_score::of_halves(std::lround(2 * (constant + std::log2(mean) + rarity))),
          std::round(hundredths * 1000 / (mean * std::numbers::ln2)) / hundredths};
}

double mean_by_law(std::span<const intron_cost> lines) {
  assert(!lines.empty());
  const double per_kb = std::ranges::min(lines, {}, &intron_cost::per_kb).per_kb;
  return 1000 / (per_kb * std::numbers::ln2);
}

}  // namespace exonweave

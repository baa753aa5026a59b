// The unit of gene finding: log2 of how much likelier a gene makes the bases than intergenic sequence does.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>

namespace exonweave {

/// Millionths of a bit. Integers, so that sums do not depend on their order.
using finding_score = std::int64_t;

constexpr finding_score finding_scores_per_bit = 1'000'000;

/// What cannot be: so far below all sums that none of them comes near. Sums with it stay below half of it.
constexpr finding_score impossible = std::numeric_limits<finding_score>::min() / 4;
constexpr bool is_possible(finding_score sum) { return sum > impossible / 2; }

/// Of a base or a site: within [-max_bits_of_place, max_bits_of_place], or impossible_place.
using place_score = std::int32_t;
constexpr double max_bits_of_place = 1000;
constexpr place_score impossible_place = std::numeric_limits<place_score>::min();

inline finding_score to_finding_score(double bits) {
  return std::llround(bits * static_cast<double>(finding_scores_per_bit));
}

/// log2 of a probability.
inline place_score log_score(double probability) {
  return static_cast<place_score>(to_finding_score(std::fmax(std::log2(probability), -max_bits_of_place)));
}

constexpr double to_bits(finding_score score) {
  return static_cast<double>(score) / static_cast<double>(finding_scores_per_bit);
}

}  // namespace exonweave

// The integer in which alignments are scored, what its extremes mean, and what a gap costs.
#pragma once

#include <cstddef>
#include <cstdint>

namespace exonweave::spliced {

/// Scores are 32-bit integers. Real scores lie within (-2^29, 2^29): problems that could leave that range are
/// refused before computing (see score_bound in problem.hpp), so sums never overflow.
using score = std::int32_t;

constexpr score score_limit = score{1} << 29;

/// Stands for "no chain reaches this cell". It may be off by up to score_limit as gaps and matches are added,
/// so compare with is_reachable, never for equality.
constexpr score unreachable = -(score{1} << 30);

/// The quotient rounded towards minus infinity: how the mean of scores is rounded. `denominator` > 0.
constexpr score floor_divide(score numerator, score denominator) {
  return numerator / denominator - (numerator % denominator < 0 ? 1 : 0);
}

constexpr bool is_reachable(score value) { return value > -score_limit; }

/// A gap of k symbols costs open + k * extend; both >= 0. Linear with open = 0.
struct gap_costs {
  score open = 0;
  score extend = 0;
  [[nodiscard]] score of(std::size_t length) const {
    return length == 0 ? 0 : open + static_cast<score>(length) * extend;
  }
  bool operator==(const gap_costs&) const = default;
};

}  // namespace exonweave::spliced

// A scoring as devices have it. What never changes a result is cut off, so that no sum can leave its lanes:
//
//   costs of gaps     at score_limit: no score reaches it, so a gap that costs as much is never made
//   d(s, q)           at -2 (open + extend): H(i-1,j-1) - 2 (open + extend) <= H(i,j) always, by E(i-1,j) and F(i,j)
//   E, F              at 0, in the kernels: H is never below
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "pairwise/scan/scan_engine.hpp"

namespace exonweave::gpu {

struct device_scoring {
  explicit device_scoring(const scan_scoring& scoring) {
    const auto limited = [](std::int64_t cost) {
      return static_cast<std::int32_t>(std::min<std::int64_t>(cost, spliced::score_limit));
    };
    open_extend = limited(std::int64_t{scoring.gaps.open} + scoring.gaps.extend);
    extend = limited(scoring.gaps.extend);
    const auto least = static_cast<std::int32_t>(
        std::max<std::int64_t>(-2 * std::int64_t{open_extend}, -std::int64_t{spliced::score_limit}));
    // Padding gains nothing, so that no score rises after a sequence's end.
    scores.assign(n_block_codes * n_block_codes, std::max(least, -open_extend));
    const std::size_t n = std::min(scoring.substitution->n_codes(), spliced::n_amino_codes);
    for (std::size_t s = 0; s < n; ++s)
      for (std::size_t q = 0; q < n; ++q)
        scores[s * n_block_codes + q] = std::max(least, (*scoring.substitution)(static_cast<spliced::residue_code>(s),
                                                                                static_cast<spliced::residue_code>(q)));
    for (std::size_t k = 0; k < scores.size(); ++k)
      best[k % n_block_codes] = std::max(best[k % n_block_codes], scores[k]);
    smallest = std::ranges::min(scores);
    largest = std::ranges::max(scores);
  }

  /// What a query scores at most with anything.
  [[nodiscard]] std::int64_t most(std::span<const spliced::residue_code> query) const {
    std::int64_t total = 0;
    for (const spliced::residue_code residue : query) total += best[residue];
    return total;
  }

  std::vector<std::int32_t> scores;                // [n_block_codes][n_block_codes]
  std::array<std::int32_t, n_block_codes> best{};  // of each residue of a query; at least 0
  std::int32_t open_extend = 0, extend = 0;
  std::int32_t smallest = 0, largest = 0;
};

}  // namespace exonweave::gpu

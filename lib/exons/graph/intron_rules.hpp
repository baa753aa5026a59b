// What a chain pays between two exons, and when one may follow the other: the cost of an intron by its length is the
// least of a few lines, so that a long one may pay less per nt than a short one.
//
//   cost |            .·' line 1: cheap to open, steep
//        |        .·'______---- line 2: dear to open, flat
//        |  __.·'--
//        |.·'________________ length
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "exons/graph/length_slope.hpp"
#include "exons/sequences/interval.hpp"
#include "spliced/scoring/score.hpp"

namespace exonweave {

/// The intron [end, start) costs cost + f(start) - f(end) with f(x) = floor(x * per_kb / 1000) in fixed point (see
/// length_slope), so that it is an integer and adds up exactly along junctions. A length that costs score_limit or more
/// costs score_limit: no problem with such an edge is ever computed.
struct intron_line {
  spliced::score cost = 0;  // per intron, >= 0
  length_slope per_kb{};    // per 1,000 nt, down to millionths

  [[nodiscard]] spliced::score between(std::int64_t end, std::int64_t start) const {
    return cost + length_cost(end, start);
  }
  [[nodiscard]] spliced::score length_cost(std::int64_t end, std::int64_t start) const {
    const std::int64_t exact = per_kb.at(start) - per_kb.at(end);
    return static_cast<spliced::score>(std::min<std::int64_t>(exact, spliced::score_limit));
  }
  constexpr bool operator==(const intron_line&) const = default;
};

struct intron_rules {
  static constexpr std::int64_t no_limit = std::int64_t{1} << 62;

  std::int64_t min_intron = 0;  // nt; b_l precedes b_k when min_intron <= start(k) - end(l) <= max_intron
  std::vector<intron_line> lines = {intron_line{}};  // at least one
  std::int64_t max_intron = no_limit;                // nt, >= min_intron

  [[nodiscard]] bool precedes(interval l, interval k) const {
    const std::int64_t length = k.start - l.end;
    return length >= min_intron && length <= max_intron;
  }

  /// The cost of the intron [end, start): that of the line on which it costs least.
  [[nodiscard]] spliced::score between(std::int64_t end, std::int64_t start) const;
};

/// The lines that some intron of min_intron to `longest` nt, or to max_intron, may cost least on, in their order; at
/// least one. Those that are left out make no difference to any intron of these lengths, wherever it lies.
std::vector<intron_line> useful_lines(const intron_rules& introns, std::int64_t longest);

}  // namespace exonweave

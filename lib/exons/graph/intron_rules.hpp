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

#include "exons/sequences/interval.hpp"
#include "spliced/scoring/score.hpp"

namespace exonweave {

// A cost per length of genome, in fixed point, so that costs of lengths are integers and add up exactly.

/// f(x) = floor(x * slope) for places x >= 0 in nt. The length [a, b) costs f(b) - f(a): within 1 of its length times
/// the slope, and cut anywhere the parts cost what the whole does.
class length_slope {
 public:
  constexpr length_slope(spliced::score per_kb = 0)  // NOLINT: a cost per 1,000 nt, >= 0
      : billionths_(std::int64_t{per_kb} * 1'000'000) {}

  /// `billionths` of a score per nt, that is millionths per 1,000 nt; in [0, 2^42].
  static constexpr length_slope of_billionths(std::int64_t billionths) {
    length_slope made;
    made.billionths_ = billionths;
    return made;
  }
  [[nodiscard]] constexpr std::int64_t billionths() const { return billionths_; }

  /// f(x), for x < 10^15. Both factors are taken apart at 10^9, so that no product leaves 64 bits:
  /// (a 10^9 + b) (c 10^9 + d) / 10^9 = a (c 10^9 + d) + b c + b d / 10^9, of which only the last is no integer.
  [[nodiscard]] constexpr std::int64_t at(std::int64_t x) const {
    if (billionths_ == 0) return 0;
    const std::int64_t a = x / billion, b = x % billion;
    const std::int64_t c = billionths_ / billion, d = billionths_ % billion;
    return a * billionths_ + b * c + b * d / billion;
  }

  constexpr bool operator==(const length_slope&) const = default;

 private:
  static constexpr std::int64_t billion = 1'000'000'000;
  std::int64_t billionths_;
};

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

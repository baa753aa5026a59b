// What introns cost by their length.
#pragma once

#include <cstddef>

#include "exons/settings/score_unit.hpp"

namespace exonweave {

/// On one line.
struct intron_cost {
  written_score cost = 30;  // per intron, [0, 1000000]
  double per_kb = 0;        // further cost per 1,000 nt, millionths at the finest; [0, 1000000]

  bool operator==(const intron_cost&) const = default;
};
constexpr std::size_t max_intron_lines = 3;

}  // namespace exonweave

// The Gumbel distribution: what the largest of many independent values follows where each has an exponential tail, as
// the best scores of alignments to random sequences do (Karlin and Altschul 1990).
#pragma once

#include <optional>
#include <span>

namespace exonweave {

/// P(X <= x) = exp(-exp(-rate * (x - location))).
struct gumbel {
  double location = 0;  // the most frequent value
  double rate = 1;      // lambda; above 0, per unit of the value
};

/// By maximum likelihood (Lawless 1982; Eddy 1997). Nothing for fewer than two distinct values.
std::optional<gumbel> fit_gumbel(std::span<const double> sample);

}  // namespace exonweave

// Measures what engines of scan and align cost: short runs with made sequences of many lengths.
#pragma once

#include "pairwise/costs/pairwise_costs.hpp"

namespace exonweave::apps {

/// Of about so many seconds, on one thread; longer where the least that is needed takes longer. The same work each
/// time. An engine of a GPU works on the first that is usable. Throws what engines throw.
pairwise_prices measure_pairwise(const pairwise_engine& engine, double seconds);

}  // namespace exonweave::apps

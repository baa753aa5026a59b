// Measures what it costs to find loci, with a search or exhaustive sweeps, and genes by a gene model: in made genomes,
// for targets that are there and for decoys, by a model of the genes that are there.
#pragma once

#include "runtime_model/calibration/search_costs.hpp"

namespace exonweave::apps {

/// Samples shorter than this weigh no more than such.
constexpr double min_search_seconds = 1e-2;

/// Of about so many seconds on one thread; longer where the least that is needed takes longer. The same work each time.
/// The gene model is with the search. Prices of GPUs are not measured: those that come with the program stay. Throws
/// io_failure.
search_costs measure_search(double seconds);
bound_costs measure_bounds(double seconds);

}  // namespace exonweave::apps

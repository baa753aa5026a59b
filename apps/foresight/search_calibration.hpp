// Measures what the search for loci costs: in made genomes, for targets that are there and for decoys.
#pragma once

#include "foresight/calibration/search_costs.hpp"

namespace exonweave::apps {

/// Of about so many seconds on one thread; longer where the least that is needed takes longer. The same work each time.
/// Throws io_failure.
search_costs measure_search(double seconds);

}  // namespace exonweave::apps

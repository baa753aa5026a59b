// Measures what exhaustive sweeps cost on the CPU: proteins on made genomes.
#pragma once

#include "foresight/calibration/bound_costs.hpp"

namespace exonweave::apps {

/// Of about so many seconds on one thread; longer where the least that is needed takes longer. The same work each time.
/// Prices of GPUs are not measured: those that come with the program stay. Throws io_failure.
bound_costs measure_bounds(double seconds);

}  // namespace exonweave::apps

// How much a run writes.
#pragma once

#include <span>

#include "exons/run/planner.hpp"
#include "exons/sequences/targets.hpp"

namespace exonweave {

/// Bytes of --out, not packed: of the models that these results will have, each for `scale` of them.
double expected_output(std::span<const locus_target> results, const target_set& targets, double scale);

}  // namespace exonweave

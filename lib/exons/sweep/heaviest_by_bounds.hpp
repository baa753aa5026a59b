// What weights alone can add to a chain of bound_sweep.hpp, whatever the target.
#pragma once

#include <cstdint>

#include "exons/sweep/bound_plan.hpp"
#include "exons/sweep/genome_track.hpp"

namespace exonweave {

/// At least the sum of weights over any part of such a chain, as they count in windows of so many nt, and at least 0.
spliced::score heaviest_by_bounds(const genome_track& track, const bound_plan& plan, std::int64_t window_length);

}  // namespace exonweave

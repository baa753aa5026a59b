// What no cell of a problem exceeds.
#pragma once

#include <cstdint>

#include "spliced/engine/problem.hpp"
#include "spliced/graph/row_schedule.hpp"

namespace exonweave::spliced {

/// The heaviest part of a path and the best substitution of every target symbol: an alignment gains nothing else.
std::int64_t highest_value(const problem& p, const row_schedule& schedule);

}  // namespace exonweave::spliced

// What no cell of a problem exceeds.
#pragma once

#include <cstdint>

#include "spliced/engine/problem.hpp"

namespace exonweave::spliced {

/// `heaviest` is the heaviest part of a path, beside which there is the best substitution of every target symbol: an alignment gains nothing else.
std::int64_t highest_value(const problem& p, score heaviest);

}  // namespace exonweave::spliced

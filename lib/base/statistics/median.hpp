// The middle of some numbers.
#pragma once

#include <optional>
#include <vector>

namespace exonweave {

/// The number in the middle, or the mean of the two that are, in whatever order they come. Nothing: there is none.
std::optional<double> median_of(std::vector<double> values);

}  // namespace exonweave

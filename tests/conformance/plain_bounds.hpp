// Bounds of chains out of a strand's stream (spliced/sweep/bound_stream.hpp) in plain numbers: what devices compute
// from it, row by row.
#pragma once

#include <vector>

#include "spliced/sweep/bound_finder.hpp"
#include "spliced/sweep/bound_stream.hpp"

namespace exonweave::testing {

/// [n_windows] As a bound_finder tells them.
std::vector<spliced::score> plain_bounds(const spliced::bound_stream& stream, const spliced::bound_scoring& scoring,
                                         const spliced::bound_job& job);

}  // namespace exonweave::testing

// Results leave in order, so those after one that is still to be solved wait, with their models. How much may wait is
// bounded.
#pragma once

#include <cstdint>

#include "exons/run/prediction.hpp"

namespace exonweave {

/// Bytes of results that may wait after one that was deferred, about, in a run whose memory is bound: next to graphs
/// and rows.
constexpr std::uint64_t max_waiting_results = std::uint64_t{16} << 20;

/// What a result holds next to itself, about: its models.
std::uint64_t bytes_of_models(const locus_result& result);

}  // namespace exonweave

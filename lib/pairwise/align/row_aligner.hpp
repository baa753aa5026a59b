// `simd` of `align`: the query as a graph of one run of rows, for the machines of the engine of that name for graphs.
#pragma once

#include "pairwise/align/align_engine.hpp"
#include "pairwise/engine/pairwise_engine.hpp"

namespace exonweave {

inline constexpr pairwise_engine simd_aligner{
    .command = "align", .name = "simd", .is_automatic = true, .rates = {{8e4, 600, 1, 600, 0.9, 2.3}}};

std::unique_ptr<align_engine> make_simd_aligner();

}  // namespace exonweave

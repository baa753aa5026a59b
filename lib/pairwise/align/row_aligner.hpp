// `simd` and `scalar` of `align`: the query as a graph of one run of rows, for the machines of the engines for graphs.
#pragma once

#include "pairwise/align/align_engine.hpp"
#include "pairwise/engine/pairwise_engine.hpp"

namespace exonweave {

inline constexpr pairwise_engine simd_aligner{.command = "align", .name = "simd", .is_automatic = true};
inline constexpr pairwise_engine scalar_aligner{.command = "align", .name = "scalar"};

/// The first of the two.
std::unique_ptr<align_engine> make_simd_aligner();

void add_row_aligners(align_registry& registry);

}  // namespace exonweave

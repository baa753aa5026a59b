// `simd` and `scalar` of `align`: the query as a graph of runs of rows, one behind the other, which the engines for graphs take. With little memory rows
// are computed again behind checkpoints, so that any size can be aligned.
#pragma once

#include "spliced/align/align_engine.hpp"

namespace exonweave::spliced {

/// The first of the two.
std::unique_ptr<align_engine> make_simd_aligner();

void add_row_aligners(align_registry& to);

}  // namespace exonweave::spliced

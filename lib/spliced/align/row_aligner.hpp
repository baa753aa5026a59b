// `simd` and `scalar` of `align`: the query as a graph of one run of rows, which the engines for graphs take. With little memory rows
// are computed again behind checkpoints, so that any size can be aligned.
#pragma once

#include "spliced/align/align_engine.hpp"

namespace exonweave::spliced {

void add_row_aligners(align_registry& to);

}  // namespace exonweave::spliced

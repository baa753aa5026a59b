// The two accelerators of Nolasco and Moreano (2014), for nucleotides and linear gaps: the exon DAG as it is, an exon
// by a block of threads, of which last rows alone leave the device's fast memory. Rows inside exons are computed again
// by the host.
#pragma once

#include <memory>
#include <string>

#include "gpu/reference/diagonal_layout.hpp"
#include "spliced/engine/engine.hpp"

namespace exonweave::gpu {

enum class parallelism {
  intra,  // within an exon: one launch for each
  inter,  // and among those of an overlap group: one launch for each, found while the device computes the last
};

/// Of `cuda-intra` and `cuda-inter`.
const spliced::engine_facts& literal_facts(parallelism how);

/// Runs take the default layout. The other two are there for the paper's comparison of all three, which
/// tests/benchmarks/bench_paper_accelerators.cpp repeats. Throws device_failure where there is no usable device,
/// std::invalid_argument for `inter` with the conventional layout, whose cells would take 16 MiB for each exon of a
/// group.
std::unique_ptr<spliced::engine> make_literal_engine(parallelism how,
                                                     diagonal_layout layout = diagonal_layout::right_aligned);

}  // namespace exonweave::gpu

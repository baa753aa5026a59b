// Diverged targets of genes that are known: what predict should find again.
#pragma once

#include <cstdint>
#include <vector>

#include "base/files/report.hpp"
#include "exons/candidates/annotation.hpp"
#include "exons/sequences/genome.hpp"
#include "lab/simulation/divergence.hpp"
#include "lab/simulation/simulation.hpp"

namespace exonweave {

/// One diverged copy of each transcript's coding sequence, named as the transcript, in the order of
/// `transcripts` (sorted by sequence, as the genome wants to be requested). Its region is the coding span and
/// 1,000 nt on either side. A coding sequence that is not ATG, sense codons, stop gets a warning in
/// `problems` and is copied as it is.
std::vector<simulated_target> diverge_annotation(genome& sequences,
                                                 const std::vector<annotated_transcript>& transcripts,
                                                 const divergence_rates& rates, std::uint64_t seed, report& problems);

}  // namespace exonweave

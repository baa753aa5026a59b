// Inputs that a calibration runs on: simulated genes of many sizes, so that each unit of work is met in other
// proportions to the others. The same each time.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "exons/candidates/annotation.hpp"
#include "exons/sequences/targets.hpp"
#include "lab/simulation/simulation.hpp"

namespace exonweave {

/// The `round`-th genome for graphs of candidates: few and many of them, and targets of 40 to 2,000 residues.
simulation design_candidates(std::size_t round);

/// The `round`-th genome without candidates, for sweeps, a search and a gene model.
simulation design_genome(std::size_t round);

/// Proteins to search for in such a genome: those of its genes, and decoys of 100 to 899 residues, of which there are
/// many in every second round.
target_set searched_proteins(const simulation& made, std::size_t round);

/// The genes of a designed genome, which a gene model learns from.
std::vector<annotated_transcript> genes_of(const simulation& made);

/// The pairs of a simulation, as a table for --pairs: each target on the whole sequence of its gene, and some on that
/// of another one as well, where mostly no chain is read.
std::string pairs_with_decoys(const simulation& made);

}  // namespace exonweave

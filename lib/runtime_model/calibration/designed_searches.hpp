// Inputs that the calibration of searches for loci and of gene models runs on: simulated genomes, with targets that are
// there and others. The same each time.
#pragma once

#include <cstddef>
#include <vector>

#include "exons/candidates/annotation.hpp"
#include "exons/sequences/targets.hpp"
#include "lab/simulation/simulation.hpp"

namespace exonweave {

struct designed_search {
  std::vector<simulation> genomes{};  // parts of one: no two of their sequences have the same name
  target_set targets{{}, molecule::protein, {}};
};

/// So many designs of searches differ in what of their work prevails: the genome, the targets, or both together.
constexpr std::size_t n_search_designs = 5;

/// The `round`-th search: the designs one after the other, with other sequences each time. Targets are relatives of the
/// genome's genes or not, and after them decoys of 100 to 899 residues, of which nothing is there.
designed_search design_search(std::size_t round);

/// The genes of a designed genome, which a gene model learns from. Its sequences are numbered as they are written.
std::vector<annotated_transcript> genes_of(const std::vector<simulation>& genomes);

/// The `round`-th input of exhaustive sweeps: a small genome and proteins of its genes, each as often as makes it 450
/// residues long or more, since rows of short ones cost more than their cells. In every second round there are 16
/// copies of each: then there is more to sweep than to make ready.
designed_search design_sweep(std::size_t round);

}  // namespace exonweave

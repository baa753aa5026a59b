// Copies of a gene in one region, where a run has models of one locus alone there.
#pragma once

#include <vector>

#include "exons/loci/locus_search.hpp"

namespace exonweave {

/// Where one locus of a target is requested, a region has models of one. Counts what else was found in the same region
/// as left out (search_cuts::n_loci), where it covers the same part of the target and scores at least `min_fraction` of
/// the best.
void count_copies(std::vector<found_locus>& loci, double min_fraction);

}  // namespace exonweave

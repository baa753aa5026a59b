// Regions that are much the same become one, so that what an aligner prepares of a region serves all its targets.
#pragma once

#include <cstdint>
#include <vector>

#include "exons/places/alignment_case.hpp"
#include "exons/places/locus_search.hpp"

namespace exonweave {

/// Widens regions on one strand of a sequence to their hull, where no region of that hull grows to more than
/// `most_growth` of its length and none comes to overlap what was another region of its target. The cases must not
/// overlap others of their target. Each stays at its place; the same regions for any order of the cases.
void share_regions(std::vector<alignment_case>& cases, double most_growth);

/// Gives loci that search_loci found their last regions: `most_flank` nt at most beyond their chains, and those that
/// are much the same shared. Sorted as search_loci does.
std::vector<found_locus> with_shared_regions(std::vector<found_locus> loci, std::int64_t most_flank);

}  // namespace exonweave

// Regions that are much the same become one, so that what an aligner prepares of a region serves all its targets.
#pragma once

#include <cstdint>
#include <vector>

#include "exons/loci/alignment_task.hpp"
#include "exons/loci/locus_search.hpp"

namespace exonweave {

/// Widens regions on one strand of a sequence to their hull, where no region of that hull grows to more than
/// `max_growth` of its length and none comes to overlap what was another region of its target. The cases must not
/// overlap others of their target. Each stays at its place; the same regions for any order of the cases.
void share_regions(std::vector<alignment_task>& cases, double max_growth);

/// Gives loci that search_loci found their last regions: `max_flank` nt at most beyond their chains, and those that
/// are much the same shared. Sorted as search_loci does.
std::vector<found_locus> with_shared_regions(std::vector<found_locus> loci, std::int64_t max_flank);

}  // namespace exonweave

// What a run searches: how much of it each target is tried on, and what it is made of. Both decide what is found by
// chance.
#pragma once

#include <cstdint>
#include <vector>

#include "exons/run/prediction.hpp"

namespace exonweave {

/// [targets] nt x residues of all cases of a target together, strands counted apart; of all that was searched for the
/// cases, where they come of a search.
std::vector<double> search_spaces(const prediction_input& input);

/// G and C among the bases of the regions, parts per million, as seen in up to 64 windows of up to 10,000 nt spread
/// over them. Half of them where there is nothing but N. Throws what genome::fetch throws.
std::uint32_t gc_of_regions(const prediction_input& input);

}  // namespace exonweave

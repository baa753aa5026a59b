// What a run searches: how much of it each target is tried on, and what it is made of. Both decide what is found by
// chance.
#pragma once

#include <cstdint>
#include <vector>

#include "exons/run/prediction.hpp"
#include "exons/sequences/genetic_code.hpp"

namespace exonweave {

/// [targets] nt x residues of all cases of a target together, strands counted apart; of all that was searched for the
/// cases, where they come of a search.
std::vector<double> search_spaces(const prediction_input& input);

struct region_content {
  std::uint32_t gc = 0;        // G and C among the bases, parts per million; half of them where there is nothing but N
  double coding_fraction = 0;  // of the bases, about
};

/// What the regions are made of, as seen in up to 64 windows of up to 10,000 nt spread over them. For coding sequence
/// counts what lies in open frames of such a length that independent bases, with the G and C of their window, would
/// have a hundredth in them. Throws what genome::fetch throws.
region_content content_of_regions(const prediction_input& input, const genetic_codes& codes);

}  // namespace exonweave

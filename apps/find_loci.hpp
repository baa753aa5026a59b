// Where targets may have genes, found by the program itself: `exonweave search`, and `exonweave predict` where there are neither pairs
// nor hits.
#pragma once

#include <vector>

#include "exons/search/locus_search.hpp"

namespace exonweave::apps {

/// search_loci() on a run that can be stopped, with its progress unless it is `quiet`.
std::vector<found_locus> find_loci(genome& in, const target_set& targets, const genetic_code& code,
                                   const search_rules& rules, bool quiet);

}  // namespace exonweave::apps

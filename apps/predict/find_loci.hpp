// Where targets may have genes, found by the program itself: `exonweave search`, and `exonweave predict` where there
// are neither pairs nor hits.
#pragma once

#include <cstdint>
#include <vector>

#include "exons/loci/locus_search.hpp"

namespace exonweave::apps {

struct searched_loci {
  std::vector<found_locus> loci{};
  std::uint64_t n_window_bases = 0;  // nt of search windows; 0 where the loci were known before
};

/// search_loci() on a run that can be stopped. Where that finds nothing at all, and matches may not begin in
/// soft-masked bases, once more with these. Reports progress, and how many bases are masked, unless it is `quiet`.
searched_loci find_loci(genome& sequences, const target_set& targets, const genetic_codes& codes,
                        const search_rules& rules, bool quiet);

}  // namespace exonweave::apps

// What a search for loci leads one to expect of its cases, before any is aligned: estimates of times are made of that.
#pragma once

#include <span>
#include <vector>

#include "exons/loci/locus_search.hpp"
#include "exons/solving/expected_costs.hpp"

namespace exonweave {

/// [cases] of each the chains that are read there. `loci` are sorted by their cases, and each of `cases` is one of
/// them. The best chain of a locus counts, with a fourth of what of the target the search has not found, three nt for
/// each residue. So do those of its other chains that lie next to it and one another, and score at least 0.7 of what
/// `min_fraction` of the best one's score is: they may be genes of their own. A chain has as many introns as gaps
/// between its segments, but none shorter than 100 nt.
std::vector<expected_chain> expected_chains(std::span<const found_locus> loci, std::span<const alignment_task> cases,
                                            const target_set& targets, double min_fraction);

}  // namespace exonweave

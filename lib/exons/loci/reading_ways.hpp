// In which ways DNA targets are read around hits: a hit says where letters match, not which strand was transcribed.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "exons/loci/alignment_task.hpp"

namespace exonweave {

/// The cases around hits, with a case in which the target is read backwards on the other strand of the region, where it
/// matches as well, for those targets of which [targets] `both_ways` says so. Of one region and target the cases of a
/// strand stand together, the target as it is first. `cases` are sorted (sorted_cases).
std::vector<alignment_task> with_backwards_across(const std::vector<alignment_task>& cases,
                                                  const std::vector<bool>& both_ways);

/// Whether the case before the k-th is on its strand. Those of one target on one region have one problem then.
bool shares_strand(std::span<const alignment_task> cases, std::size_t k);

}  // namespace exonweave

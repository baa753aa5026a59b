// Overlap groups: sets of candidate exons none of which can precede another in a chain. The alignment
// matrices of one group do not depend on each other, which is the inter-exon parallelism of the paper
// (sections IV-A, VI-B).
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "exons/sequences/interval.hpp"

namespace exonweave {

/// Indices of the exons of one group in the input, in order of (start, end, index).
using overlap_group = std::vector<std::size_t>;

/// The groups of the exons of one strand, in order of their first starts; together they hold every exon once.
/// The paper's rule: sweep by start; an exon joins the group while its start is at most the smallest end
/// (last symbol) in the group. Ends are half-open here, so it joins while start < smallest end. Needs start <
/// end in every exon; the input may be in any order. O(|B| log |B|).
std::vector<overlap_group> make_overlap_groups(std::span<const interval> exons);

}  // namespace exonweave

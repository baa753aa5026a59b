// Cases: which target is tried on which region and strand, and which candidate exons lie there. One case is
// one spliced alignment problem; predict solves them, analyze counts them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "exons/candidates/candidates.hpp"
#include "exons/loci/alignment_task.hpp"
#include "exons/sequences/interval.hpp"
#include "exons/sequences/targets.hpp"

namespace exonweave {

/// By sequence, region, target, strand and how the target is read, without duplicates: results come in the order in
/// which outputs list them, that of the genome, and the two strands of a region and target stand next to each other.
std::vector<alignment_task> sorted_cases(std::vector<alignment_task> cases);

/// With `pairs`, one case per pair, whether candidates lie there or not: the user requested it. Without,
/// every target on every strand of every whole sequence, or, with candidates, of those that have one there. As
/// sorted_cases() has them.
std::vector<alignment_task> make_cases(const sequence_catalog& sequences, const target_set& targets,
                                       const std::optional<std::vector<alignment_task>>& pairs,
                                       const candidate_set* candidates);

/// The same with a case after each in which the target is read backwards, for those targets of which [targets]
/// `both_ways` says so.
std::vector<alignment_task> with_backwards(const std::vector<alignment_task>& cases,
                                           const std::vector<bool>& both_ways);

/// Indices in `candidates.exons` of those that lie wholly inside `region` on that strand, ascending. Binary
/// search to the region, then one step per candidate that starts in it.
std::vector<std::size_t> exons_in(const candidate_set& candidates, std::size_t sequence, interval region, strand on);

/// The distinct places of these candidates, sorted by (start, end): candidates that differ in phase or type
/// only are one block b_k of the alignment problem.
std::vector<interval> distinct_places(const candidate_set& candidates, const std::vector<std::size_t>& exons);

/// Of one pass over a case, as planned: residues of the target times nt of the region.
std::uint64_t count_cells(const alignment_task& locus, const target_set& targets);

}  // namespace exonweave

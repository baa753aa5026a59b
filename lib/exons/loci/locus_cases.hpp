// Cases of the loci that a search has found: how wide their regions are, and which of them are learnt from.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "exons/introns/intron_law.hpp"
#include "exons/loci/alignment_task.hpp"
#include "exons/loci/locus_search.hpp"
#include "exons/settings/setting_values.hpp"

namespace exonweave {

/// nt: regions stay as wide as the search left them.
constexpr std::int64_t widest_flank = std::numeric_limits<std::int32_t>::max();

/// nt that a region has at most on each side of its chains, by what introns cost: ten mean introns, at least 1,000 and
/// at most widest_flank. Of a geometric law one intron in 22,000 is longer. The law is in half-bits: in another unit it
/// says nothing, and the flank is the widest. At least one line.
std::int64_t flank_by_law(std::span<const intron_cost> introns, score_unit unit);

/// A case of each locus, as sorted_cases() has them.
std::vector<alignment_task> cases_of(std::span<const found_locus> loci);

/// Of each target the locus that scores best, of equal ones the first by name of the sequence, where the search found
/// at least 0.7 of the target, from the first residue found to the last: whole genes alone are learnt from, and where
/// less was found there will hardly be one. Their regions have usual_flank at most next to the chains, since far exons
/// are few and their regions large. Sorted by their cases.
std::vector<found_locus> loci_to_learn_from(std::span<const found_locus> loci, const target_set& targets,
                                            const sequence_catalog& sequences);

/// Where one locus of a target is requested, a region has models of one. Counts what else was found in the same region
/// as left out (search_cuts::n_loci), where it covers the same part of the target and scores at least `min_fraction` of
/// the best.
void count_copies(std::vector<found_locus>& loci, double min_fraction);

}  // namespace exonweave

// Which introns there are by the bases at their ends, and what the rarer ones cost where the scoring does not say.
#pragma once

#include "exons/sites/site_scorer.hpp"

namespace exonweave {

/// From GT or GC to AG alone, from AT to AC as well, or between any bases.
enum class intron_kinds { canonical, u12, any };

/// Half-bits. AT-AC introns are about 1 in 3,000, as many AT as GT are none (2 * 11.6 bits). Other ends are about 1 in
/// 2,000, among 13 times as many that are none (2 * 14.7 bits), and 6 more: see docs/reference/scoring.md.
constexpr int at_ac_cost = 23, other_end_cost = 36;

/// Gives introns of such kinds these costs where `sites` has none: costs that it has stay.
void allow_introns(intron_kinds kinds, site_scoring& sites);

/// Of ORF exons: ends that are no sites of the requested kinds are none, whatever the scoring says, or else every place
/// might be a site.
site_scoring sites_of_blocks(site_scoring sites, intron_kinds kinds);

}  // namespace exonweave

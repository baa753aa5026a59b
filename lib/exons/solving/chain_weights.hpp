// What a given chain of exons scores by its exons and introns alone, before anything is aligned.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "exons/scoring/chain_scoring.hpp"
#include "exons/solving/region_material.hpp"
#include "spliced/paths/traceback.hpp"

namespace exonweave {

struct weighed_chain {
  std::vector<strand_exon> exons;  // as the case weighs them; of several ways the best
  spliced::score weight = 0;       // of exons in their roles, less the introns
};

/// The exons of `chain` (begin to end) as given exons or ORF exons of the case. An end that is not whole is incomplete
/// or cut, whichever scores more. The roles of the first and last exon have that in them. Nothing when one of them is
/// neither, may not stand where it does, or an intron is too short.
std::optional<weighed_chain> weigh_chain(std::span<const interval> chain, chain_ends ends,
                                         const region_material& material, const chain_scoring& scoring);

/// The given exons that score more than the ORF exon at their place, or where there is none: those that a graph
/// needs next to the blocks. All of them when the case has no blocks.
std::vector<strand_exon> exons_next_to_blocks(const region_material& material, const chain_scoring& scoring);

/// The exons of a path, the parts on both sides of a frameshift as one.
std::vector<interval> places_of(const spliced::alignment& path);

}  // namespace exonweave

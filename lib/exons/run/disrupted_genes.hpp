// The recheck of disrupted genes, whose reading frame is broken: chains that seem to go around a lost base or an early
// stop codon are solved again, with frameshifts and internal stop codons at a price.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "exons/run/locus_division.hpp"
#include "exons/scoring/chain_scoring.hpp"

namespace exonweave {

/// What breaks cost in the recheck of chains of ORF exons alone. Nothing: there is none, since the scoring has no cost
/// of it (scoring_options::disruption), or the first pass goes over broken frames, or an intron may be as short as a
/// skip in a frame. Throws what score_unit::inside throws.
std::optional<disruption_costs> recheck_costs(const scoring_options& scoring, score_unit unit);

/// Whether a chain may go around a broken frame, at `cost` at least: residues of the target that it leaves out or pairs
/// otherwise fit bases next to one of its introns (by 3/4 of the cost), or beyond an end (by 3/2), in some frame
/// without gaps.
bool may_be_disrupted(const spliced::alignment& chain, const strand_region& region, const chain_scoring& scoring,
                      std::span<const spliced::residue_code> target, spliced::score cost);

/// Puts a chain of a broken frame in place of the best chain of a part of a region where that may be disrupted and such
/// a chain scores more, next to at least 8 aligned residues on both sides of each break that score its cost. It is
/// looked for around the best chain; `context.maker` makes problems with what a break costs. Nothing is done where all
/// the memory that a target may have alone does not do. Throws as divide() does.
void look_for_disruptions(solved_part& part, const division_context& context);

}  // namespace exonweave

// One given chain of exons, aligned: what alternatives and elections ask for.
#pragma once

#include <optional>
#include <span>

#include "exons/scoring/chain_scoring.hpp"
#include "exons/solving/region_material.hpp"
#include "exons/solving/solver_options.hpp"
#include "spliced/paths/traceback.hpp"

namespace exonweave {

/// The best alignment of one given chain of exons (strand coordinates, begin to end; parts on both sides of a
/// frameshift as one exon) to a target, with the weights they have in the case. Nothing when the chain cannot be read:
/// an exon is none of the case, no start or stop codon, a stop within. Throws bad_data and not_enough_memory as
/// solve() does.
std::optional<spliced::alignment> align_chain(std::span<const interval> chain, const region_material& of,
                                              std::span<const spliced::residue_code> target,
                                              const chain_scoring& scoring, const solver_options& options);

}  // namespace exonweave

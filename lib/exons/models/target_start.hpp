// The start of a gene whose own protein is its target.
#pragma once

#include <span>

#include "exons/sequences/genetic_code.hpp"
#include "exons/sequences/strand_region.hpp"
#include "spliced/paths/traceback.hpp"

namespace exonweave {

/// Puts the begin of a chain at the codon of its target's first residue, methionine: the ATG that this is paired with,
/// or that stands before the codon of the second residue. What stands before goes. That is done where identical_target
/// of the target is paired with its equal, so that the target is the gene's own protein, and the chain begins before:
/// at a start codon that scores more. Returns whether it was. The score stays.
constexpr double identical_target = 0.98;
bool begin_at_first_residue(const strand_region& region, const genetic_code& code,
                            std::span<const spliced::residue_code> target, spliced::alignment& chain);

}  // namespace exonweave

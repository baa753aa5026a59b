// The start of a gene whose target is not aligned from its first residue on.
#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "exons/sequences/genetic_code.hpp"
#include "exons/sequences/interval.hpp"
#include "exons/solving/region_material.hpp"
#include "spliced/paths/traceback.hpp"

namespace exonweave {

/// The residues of a chain's strand, for who looks before its region.
struct strand_bases {
  std::int64_t first = 0;  // strand coordinate: nothing before it is read
  std::function<strand_region(interval on_strand)> fetch;
};

/// Moves the begin of a protein's chain to the farthest ATG in the frame of its first exon, with neither a stop
/// codon nor an ambiguous base between. Returns by how many codons; these are unaligned residues of the first exon. The
/// score stays.
///
/// The best alignment begins where the similarity begins. That is the begin of the gene only where the target's first
/// residue is aligned. So nothing is moved there, nor in a chain without start codon, nor where candidates were given.
std::uint32_t extend_start(const region_material& material, const genetic_code& code, const strand_bases& bases,
                           spliced::alignment& chain);

// The start of a gene whose own protein is its target.

/// Puts the begin of a chain at the codon of its target's first residue, methionine: the ATG that this is paired with,
/// or that stands before the codon of the second residue. What stands before goes. That is done where identical_target
/// of the target is paired with its equal, so that the target is the gene's own protein, and the chain begins before:
/// at a start codon that scores more. Returns whether it was. The score stays.
constexpr double identical_target = 0.98;
bool begin_at_first_residue(const strand_region& region, const genetic_code& code,
                            std::span<const spliced::residue_code> target, spliced::alignment& chain);

}  // namespace exonweave

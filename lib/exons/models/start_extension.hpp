// The start of a gene whose target is not aligned from its first residue on.
#pragma once

#include <cstdint>
#include <functional>

#include "exons/sequences/genetic_code.hpp"
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

}  // namespace exonweave

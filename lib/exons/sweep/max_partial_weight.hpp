// What weights alone can add to a chain, whatever the target: a bound that lanes are laid out by.
#pragma once

#include "exons/sweep/genome_track.hpp"
#include "exons/sweep/sweep_plan.hpp"

namespace exonweave {

/// At least the sum of weights of sites, introns and open ends over any part of a chain that a sweep over the track can
/// find, each of its codons with what it earns in a gap, and at least 0. Phases, and how long exons are, do not matter
/// to it, but for the codons that are whole within their exon; a codon that an intron splits counts with the largest
/// weight of all. A part that begins or ends within an intron counts one end of it.
spliced::score max_partial_weight(const genome_track& track, const sweep_plan& plan);

}  // namespace exonweave

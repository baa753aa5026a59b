// One protein against a track, position by position: the oracle of faster sweeps. It computes what the engines compute on the
// graph of the region's own blocks, by the same recurrence (spliced/dp/recurrence.hpp), and needs no graph.
//
// The state behind position p:
//
//   rows[p % 3]   the best chains whose last codon ends at p, or that enter an exon there between two codons; so for p - 1, p - 2
//   left[c]       chains in an intron, by what they carry over it (border_class.hpp), kept free of what its length costs:
//                 of each line of the intron rules  max over donors e of ( row at e + f(e) ),  f as in intron_rules.hpp,
//                 so that an exon that begins at a reads it with  - cost - f(a)
//   waiting       codons that are not complete in their exon, or that a chain begins with
//
// At each position, in this order: the codon that ends there, and waiting ones; donors; acceptors, starts and open ends.
#pragma once

#include <cstdint>

#include "exons/scoring/chain_scoring.hpp"
#include "exons/sweep/genome_track.hpp"

namespace exonweave {

/// The best chain's score, and where the target ends in it. `scoring` is for codons. Takes length x target's length steps, and with
/// a greatest length of introns the number of its donors for each acceptor.
spliced::best_end sweep_sequentially(const genome_track& track, const chain_scoring& scoring,
                                     std::span<const spliced::residue_code> target);

}  // namespace exonweave

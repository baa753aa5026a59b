// Stop codons that are read on: TGA as selenocysteine, U, and TAG as pyrrolysine, O, against a target that has these
// letters.
//
// Only such targets are aligned with a code that reads them so, and there each recoded stop costs what a stop codon
// within the model costs, whatever it is aligned to:
//
//   row U:   d(U, t) = d(*, t)           for any other symbol t, with the cost as for any stop codon
//            d(U, U) = d(C, C) + cost    so that U against U scores what C against C is
//
// and O in the same way, with K. Where stop codons within the model are forbidden the cost is more than twice what any
// chain gains: what scores so little is no chain (chain_scoring::is_forbidden). So the recurrence, all engines and
// the check of what they find are the same as ever.
#pragma once

#include <string_view>

#include "exons/scoring/chain_scoring.hpp"
#include "exons/sequences/strand_region.hpp"

namespace exonweave {

/// Whether a protein has a symbol that a recoded stop of the code stands for.
bool has_recoded_stops(std::string_view protein, const genetic_code& code);

/// The most that a chain gains by this protein, in the unit of `scoring`: each residue as well matched as can be, and
/// some more for sites and ends.
spliced::score max_gain(std::string_view protein, const chain_scoring& scoring);

/// For targets that have, none of which gains more than `gain` (max_gain). Unchanged where the region has so many of
/// these stops that they could not be forbidden within 32 bits: with one protein of n residues from some 200,000,000 /
/// n nt on. `scoring` is for codons.
chain_scoring with_recoded_stops(const chain_scoring& scoring, const strand_region& region, spliced::score gain);

}  // namespace exonweave

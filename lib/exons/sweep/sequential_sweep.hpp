// One protein against a track, position by position: the oracle of faster sweeps. It computes what the engines compute
// on the graph of the region's ORF exons, by the same recurrence (spliced/engine/recurrence.hpp), and needs no graph.
#pragma once

#include <span>

#include "exons/scoring/chain_scoring.hpp"
#include "exons/sweep/bound_plan.hpp"
#include "exons/sweep/genome_track.hpp"

namespace exonweave {

/// The best chain's score, and where the target ends in it. `scoring` is for codons. Takes length x target's length
/// steps, and with a greatest length of introns the number of its donors for each acceptor.
spliced::best_end sweep_sequentially(const genome_track& track, const chain_scoring& scoring,
                                     std::span<const spliced::residue_code> target);

/// The most that any chain is worth by a sweep of bounds (bound_sweep.hpp).
spliced::score bound_sequentially(const genome_track& track, const bound_plan& plan,
                                  std::span<const spliced::residue_code> target);

}  // namespace exonweave

// Sweeps in vector lanes along the target, by the machines of the engines for graphs.
#pragma once

#include <optional>
#include <span>

#include "exons/scoring/chain_scoring.hpp"
#include "exons/sweep/genome_track.hpp"

namespace exonweave {

enum class lane_width { narrow, wide };  // 16 bits, 32

/// The best chain's score; unreachable where there is none. Nothing where narrow lanes do not hold it, for sure or perhaps.
/// `scoring` is for codons and has no greatest length of introns.
std::optional<spliced::score> sweep_in_lanes(const genome_track& track, const chain_scoring& scoring,
                                             std::span<const spliced::residue_code> target, lane_width width);

/// In narrow lanes where they do, else in wide ones.
spliced::score sweep_score(const genome_track& track, const chain_scoring& scoring,
                           std::span<const spliced::residue_code> target);

}  // namespace exonweave

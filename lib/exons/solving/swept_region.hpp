// What sweeps read of a strand of a region with own blocks, in place of a graph.
#pragma once

#include "exons/scoring/chain_scoring.hpp"
#include "exons/solving/region_material.hpp"
#include "exons/solving/solver_options.hpp"
#include "exons/sweep/genome_track.hpp"
#include "spliced/sweep/sweep_program.hpp"

namespace exonweave {

/// Nothing of it depends on a target.
struct swept_region {
  genome_track track;
  spliced::sweep_program program;

  [[nodiscard]] std::uint64_t bytes() const;
};

/// Whether sweeps find all that is asked for: codons on own blocks anywhere, introns of any length, one chain.
bool can_sweep(const region_material& of, const chain_scoring& scoring, const solver_options& options);

swept_region make_swept_region(const region_material& of, const chain_scoring& scoring,
                               std::int64_t window_length);

/// Whether lanes of 16 bits do not do for a target, whose problem this is: those of 32 bits take about twice as long.
bool needs_wide_lanes(const swept_region& on, const spliced::problem& target);

/// Bytes that the rows of a target need at least, in the lanes that are tried first.
std::uint64_t least_rows_of_sweep(const swept_region& on, std::size_t target_length);

}  // namespace exonweave

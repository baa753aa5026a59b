// What sweeps read of a strand of a region with ORF exons, in place of a graph.
#pragma once

#include "exons/scoring/chain_scoring.hpp"
#include "exons/solving/region_material.hpp"
#include "exons/solving/solver_settings.hpp"
#include "exons/sweep/genome_track.hpp"
#include "exons/sweep/track_program.hpp"

namespace exonweave {

/// Nothing of it depends on a target.
class swept_region {
 public:
  /// Windows of so many nt, which together take `max_bytes` at most, or are made when they are read. What `material`
  /// and `scoring` point to must outlive it. A limit of introns holds at `part_ends` alone (sweep_plan).
  swept_region(const region_material& material, const chain_scoring& scoring, std::int64_t window_length,
               std::uint64_t max_bytes, std::vector<std::int64_t> part_ends = {});

  [[nodiscard]] const genome_track& track() const { return track_; }
  [[nodiscard]] const track_program& program() const { return program_; }
  [[nodiscard]] std::uint64_t bytes() const;

 private:
  genome_track track_;
  track_program program_;
};

/// Whether sweeps find all that is requested: codons on ORF exons anywhere, one chain.
bool can_sweep(const region_material& material, const chain_scoring& scoring, const solver_settings& settings);

/// Whether lanes of 16 bits do not do for a target, whose problem this is: those of 32 bits take about twice as long.
bool needs_wide_lanes(const swept_region& on, const spliced::problem& target);

/// Bytes that the rows of a target need at least, in the lanes that are tried first.
std::uint64_t min_rows_of_sweep(const swept_region& on, std::size_t target_length);

}  // namespace exonweave

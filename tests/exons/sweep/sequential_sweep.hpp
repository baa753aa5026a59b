// One protein against a track, position by position: the oracle of faster sweeps. It computes what the engines compute
// on the graph of the region's ORF exons, by the same recurrence (spliced/engine/recurrence.hpp), and needs no graph.
#pragma once

#include <numeric>
#include <span>
#include <vector>

#include "exons/scoring/chain_scoring.hpp"
#include "exons/sweep/bound_plan.hpp"
#include "exons/sweep/bound_sweep.hpp"
#include "exons/sweep/genome_track.hpp"
#include "exons/sweep/score_rows.hpp"
#include "exons/sweep/track_sweep.hpp"

namespace exonweave::testing {

/// Parts of one position each, so that a limit of introns holds everywhere; none without a limit.
inline std::vector<std::int64_t> finest_parts(const genome_track& track, const chain_scoring& scoring) {
  if (scoring.introns.max_intron == intron_rules::no_limit) return {};
  std::vector<std::int64_t> ends(static_cast<std::size_t>(track.length() + 1));
  std::iota(ends.begin(), ends.end(), track.start);
  return ends;
}

/// The best chain's score, and where the target ends in it. `scoring` is for codons. Takes length x target's length
/// steps, and with a greatest length of introns the number of its donors for each acceptor.
inline spliced::best_end sweep_sequentially(const genome_track& track, const chain_scoring& scoring,
                                            std::span<const spliced::residue_code> target) {
  score_rows rows(track, scoring, target);
  const sweep_plan plan = sweep_plan::make(track, scoring, finest_parts(track, scoring));
  track_sweep(track, plan, rows).run();
  return rows.best();
}

/// The most that any chain is worth by a sweep of bounds (exons/sweep/bound_sweep.hpp).
inline spliced::score bound_sequentially(const genome_track& track, const bound_plan& plan,
                                         std::span<const spliced::residue_code> target) {
  score_rows rows(track, plan.scoring(), target);
  bound_sweep(track, plan, rows).run_to(track.length() + 1);
  return rows.best().total;
}

}  // namespace exonweave::testing

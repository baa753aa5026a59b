#include "exons/sweep/sequential_sweep.hpp"

#include "exons/sweep/bound_sweep.hpp"
#include "exons/sweep/score_rows.hpp"
#include "exons/sweep/track_sweep.hpp"

namespace exonweave {

using spliced::residue_code;

spliced::best_end sweep_sequentially(const genome_track& track, const chain_scoring& scoring,
                                     std::span<const residue_code> target) {
  score_rows rows(track, scoring, target);
  const sweep_plan plan = sweep_plan::make(track, scoring);
  track_sweep(track, plan, rows).run();
  return rows.best();
}

spliced::score bound_sequentially(const genome_track& track, const bound_plan& plan,
                                  std::span<const residue_code> target) {
  score_rows rows(track, plan.scoring(), target);
  bound_sweep(track, plan, rows).run_to(track.length() + 1);
  return rows.best().total;
}

}  // namespace exonweave

#include "exons/sweep/lane_sweep.hpp"

#include <algorithm>
#include <vector>

#include "exons/sweep/chain_ends_rows.hpp"
#include "exons/sweep/row_program.hpp"
#include "exons/sweep/track_sweep.hpp"
#include "spliced/engine/simd/tile_machine.hpp"

namespace exonweave {
namespace {

using spliced::score;

constexpr std::int64_t window_length = 1024;  // nt

// Rows of the last codons, of introns by class and line, and those that wait for the least length of an intron.
std::uint32_t slots_for(const intron_rules& introns) {
  const auto waiting = static_cast<std::uint32_t>(std::clamp<std::int64_t>(introns.min_intron, 0, 1000));
  return 256 + 8 * waiting + 64 * static_cast<std::uint32_t>(introns.lines.size());
}

// Unaligned ends that are gaps like any cost the same when they are told apart, and machines know of behind(j) only then.
chain_scoring with_ends(chain_scoring scoring) {
  if (!scoring.free_target_ends && !scoring.residue_ends) scoring.residue_ends = scoring.gaps;
  return scoring;
}

}  // namespace

std::optional<score> sweep_in_lanes(const genome_track& track, const chain_scoring& given,
                                    std::span<const spliced::residue_code> target, lane_width width) {
  const chain_scoring scoring = with_ends(given);
  row_program program(track, scoring, slots_for(scoring.introns));
  const spliced::problem problem = scoring.problem_on({}, target);
  const bool is_narrow = width == lane_width::narrow;
  const auto values = is_narrow ? spliced::lane_values::narrow(problem, program.schedule(), program.drift())
                                : std::optional(spliced::lane_values::wide());
  if (!values || (is_narrow && !spliced::tile_values(problem, program.schedule()))) return std::nullopt;
  const auto machine = spliced::make_tile_machine(problem, program.schedule(), *values, is_narrow);
  chain_ends_rows ends(scoring.residue_ends, problem.before(target.size()));
  track_sweep steps(track, scoring, program);
  track_sweep totals(track, scoring, ends);
  const bool has_ends = !scoring.free_target_ends;
  std::vector<score> best, behind;
  for (std::int64_t last = 0; last <= track.length();) {
    last = std::min(last + window_length, track.length() + 1);
    steps.run_to(last);
    const spliced::row_schedule& window = program.end_window();
    best.resize(window.n_rows);
    if (has_ends) behind.resize(window.n_rows);
    machine->run(window.blocks.front(), {best, behind, {}});
    ends.expect(program.closed(), has_ends ? behind : best);
    totals.run_to(last);
    program.begin_window();
  }
  const score found = ends.best();
  if (is_narrow && found <= values->exact_above) return std::nullopt;
  return spliced::is_reachable(found) ? found : spliced::unreachable;
}

score sweep_score(const genome_track& track, const chain_scoring& scoring,
                  std::span<const spliced::residue_code> target) {
  if (const auto narrow = sweep_in_lanes(track, scoring, target, lane_width::narrow)) return *narrow;
  return *sweep_in_lanes(track, scoring, target, lane_width::wide);
}

}  // namespace exonweave

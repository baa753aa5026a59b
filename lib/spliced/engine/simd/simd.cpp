#include "spliced/engine/simd/simd.hpp"

#include "spliced/engine/block_pass.hpp"
#include "spliced/engine/simd/strip_machine.hpp"
#include "spliced/engine/simd/tile_machine.hpp"

namespace exonweave::spliced {
namespace {

constexpr std::uint64_t long_run = 16;  // residues in the mean: strips of them fill enough lanes
// Rows of a block where runs are long: an exon or two, so that to read one has little computed again.
constexpr std::uint32_t run_block = 192;

std::unique_ptr<row_pass> align_on(const alignment_job& job, std::unique_ptr<row_machine> machine) {
  return std::make_unique<block_pass>(job.input, *job.schedule, std::move(machine),
                                      block_pass_options{job.memory, job.control, job.planned});
}

// Of a row in the lanes that are tried first.
std::uint64_t first_row_bytes(const alignment_job& job) {
  if (job.is_exact) return tile_row_bytes(job.input, false);
  if (!job.schedule->runs.empty() && strip_values(job.input, *job.schedule)) return strip_row_bytes(job.input);
  return tile_row_bytes(job.input, tile_values(job.input, *job.schedule).has_value());
}

}  // namespace

// Strips where the schedule has whole runs.
std::unique_ptr<row_machine> make_narrow_machine(const problem& p, const row_schedule& schedule) {
  if (!schedule.runs.empty())
    if (const auto values = strip_values(p, schedule)) return make_strip_machine(p, schedule, *values);
  if (const auto values = tile_values(p, schedule)) return make_tile_machine(p, schedule, *values, true);
  return nullptr;
}

std::unique_ptr<row_machine> make_wide_machine(const problem& p, const row_schedule& schedule) {
  return make_tile_machine(p, schedule, lane_values::wide(), false);
}

// Residues of several nt come in reading frames, of which the rows go side by side.
const engine_facts& simd_engine::known() {
  static const engine_facts facts{.name = "simd", .is_automatic = true, .may_sweep = true, .weighs_gaps = true};
  return facts;
}

schedule_options simd_engine::schedule(const problem& input) const {
  std::uint64_t n_runs = 0, n_residues = 0;
  bool are_nt = true;
  for (const node& run : input.graph.nodes) {
    if (run.n_residues == 0) continue;
    ++n_runs;
    n_residues += run.n_residues;
    are_nt = are_nt && run.nt_per_residue == 1;
  }
  if (!are_nt || n_residues < long_run * n_runs) return {};
  return {.in_steps = false, .block_rows = run_block};
}

bool simd_engine::is_slow(const problem& input, const row_schedule& schedule) const {
  return schedule.runs.empty() ? !tile_values(input, schedule) : !strip_values(input, schedule);
}

std::unique_ptr<row_pass> simd_engine::align(const alignment_job& job) const {
  check_score_range(job);
  alignment_job in_wide_lanes = job;
  if (!job.is_exact)
    if (auto machine = make_narrow_machine(job.input, *job.schedule)) {
      auto pass = align_on(job, std::move(machine));
      const score total = pass->end().total;
      if (!is_reachable(total) || total > pass->exact_above()) return pass;
      in_wide_lanes.planned = nullptr;  // this pass was counted
    }
  return align_on(in_wide_lanes, make_wide_machine(job.input, *job.schedule));
}

// Of the lanes that are tried first.
std::uint64_t simd_engine::min_memory(const alignment_job& job) const {
  return pass_plan::min_memory(*job.schedule, first_row_bytes(job));
}

std::uint64_t simd_engine::ample_memory(const alignment_job& job) const {
  return pass_plan::ample_memory(*job.schedule, first_row_bytes(job));
}

}  // namespace exonweave::spliced

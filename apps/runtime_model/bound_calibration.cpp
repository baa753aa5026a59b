#include <string>
#include <vector>

#include "cli/temporary_files.hpp"
#include "cli/timed_rounds.hpp"
#include "lab/simulation/simulation_files.hpp"
#include "predict/predict_bounds.hpp"
#include "predict/predict_run.hpp"
#include "predict/predict_stages.hpp"
#include "runtime_model/calibration/calibration.hpp"
#include "runtime_model/calibration/designed_searches.hpp"
#include "runtime_model/search_calibration.hpp"
#include "spliced/engine/simd/simd.hpp"

namespace exonweave::apps {
namespace {

predict_options options_for(const designed_search& design, temporary_files& files) {
  predict_options options;
  options.data.genome = files.write("a genome", [&](const auto& sink) {
    for (const simulation& each : design.genomes) write_simulated_genome(each, sink);
  });
  options.data.targets = {files.write("targets", [&](const auto& sink) {
    for (const target& each : design.targets.targets) sink(">" + each.name + "\n" + each.residues + "\n");
  })};
  options.scoring.splice_model = "vertebrate";
  options.places.where = search_where::exhaustive;
  options.engine = spliced::simd_engine::known().name;
  options.threads = {1, 1};
  options.journal = no_journal;
  options.calibration = no_calibration;
  options.quiet = true;
  return options;
}

timed_bounds time_bounds(const predict_options& options) {
  check_run(options);
  run_context run(options);
  const predict_inputs inputs = read_run(run);
  progress_notes notes(options, {}, nullptr);
  const planned_run plan = find_cases(run, inputs, {}, notes);
  const work_timer timer;
  sweep_for_loci(options, plan, plan.how, run.costs, run.problems);
  return {work_of_sweeps(inputs).on_cpu, timer.seconds()};
}

}  // namespace

bound_costs measure_bounds(double seconds) {
  constexpr std::size_t fewest_rounds = 2;
  std::vector<timed_bounds> samples;
  for_rounds(fewest_rounds, seconds, [&](std::size_t round) {
    temporary_files files;
    samples.push_back(time_bounds(options_for(design_sweep(round), files)));
  });
  auto made = spliced::fit_prices<bound_unit>(samples, min_search_seconds);
  made.seconds[bound_unit::device_cell] = usual_calibration().bounds->seconds[bound_unit::device_cell];
  return made;
}

}  // namespace exonweave::apps

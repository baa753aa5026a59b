#include <string>
#include <vector>

#include "foresight/calibration/calibration.hpp"
#include "foresight/calibration/designed_inputs.hpp"
#include "foresight/search_calibration.hpp"
#include "lab/simulation/simulation_files.hpp"
#include "predict/predict_bounds.hpp"
#include "predict/predict_run.hpp"
#include "predict/predict_stages.hpp"
#include "shell/temporary_files.hpp"
#include "shell/timed_rounds.hpp"
#include "spliced/engine/simd/simd.hpp"

namespace exonweave::apps {
namespace {

// Each protein as often as makes it as long as most are, since rows of short ones cost more than their cells.
std::string long_protein(const simulated_target& simulated) {
  constexpr std::size_t shortest = 450;
  const std::string once = protein_of(simulated.cds.residues);
  std::string made = once;
  while (made.size() < shortest) made += once;
  return made;
}

// With many copies there is more to sweep than to make ready.
predict_options options_for(std::size_t round, std::size_t n_copies, temporary_files& files) {
  const spliced::engine_facts small{.trial = {.length = 0.1}};
  const simulation made = simulate(design_input(spliced::work_kind::protein_on_blocks, round, small).plan, 1);
  predict_options options;
  options.data.genome = files.write("a genome", [&](const auto& to) { write_simulated_genome(made, to); });
  options.data.targets = {files.write("targets", [&](const auto& to) {
    for (std::size_t copy = 0; copy < n_copies; ++copy)
      for (const simulated_target& each : made.targets)
        to(">" + each.id + "x" + std::to_string(copy) + "\n" + long_protein(each) + "\n");
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
    samples.push_back(time_bounds(options_for(round, round % 2 == 0 ? 1 : 16, files)));
  });
  auto made = spliced::fit_prices<bound_unit>(samples, least_search_seconds);
  made.seconds[bound_unit::device_cell] = usual_calibration().bounds->seconds[bound_unit::device_cell];
  return made;
}

}  // namespace exonweave::apps

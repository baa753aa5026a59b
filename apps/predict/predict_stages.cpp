#include "predict/predict_stages.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

#include "foresight/times/engine_times.hpp"
#include "foresight/times/expected_times.hpp"
#include "gpu/engines/engines.hpp"
#include "predict/expected_run.hpp"
#include "predict/predict_bounds.hpp"
#include "predict/predict_memory.hpp"
#include "predict/predict_multiqc.hpp"
#include "predict/predict_output_options.hpp"
#include "predict/predict_run.hpp"
#include "predict/predict_search.hpp"
#include "predict/predict_significance.hpp"
#include "predict/predict_training.hpp"
#include "shell/failures.hpp"
#include "shell/messages.hpp"
#include "shell/process.hpp"
#include "shell/usable_gpus.hpp"

namespace exonweave::apps {

void check_run(const predict_options& options) {
  check(options);
  check_multiqc(options);
  check_engine(options);
  if (options.memory) keep_within(*options.memory);
}

namespace {

predict_inputs read_within_memory(const predict_options& options, report& problems) {
  return within_memory(options, 0,
                       {.where = {options.data.genome},
                        .what = "not enough memory for the inputs and places",
                        .hint = ", or give fewer sequences, targets or candidates to one run"},
                       [&] { return read_inputs(options, problems); });
}

predict_inputs read_checked(const predict_options& options, stage_clock& clock, report& problems) {
  clock.begin("read");
  predict_inputs read = read_within_memory(options, problems);
  if (const auto named = paths_in_scoring(options, read); !named.empty()) check_paths(named, output_paths(options));
  check_outputs(options, read.targets.kind);
  check_max_e_value(options, read);
  check_min_support(options, read);
  check_training(options, read);
  return read;
}

}  // namespace

run_context::run_context(const predict_options& given)
    : options(given), watch(run_input_paths(given)), costs(run_costs::read(given.calibration, problems)) {}

void run_context::sum_inputs(const predict_inputs& inputs) {
  clock.begin("checksums");
  files_ = sum_input_files(options, inputs);
  sums_ = files_;
  for (const named_path& each : run_input_paths(options))
    if (!each.path.empty() && std::ranges::find(sums_, each.path, &input_file::path) == sums_.end())
      sums_.push_back(sum_file(each.option, each.path));
  watch.check_sums();
}

predict_inputs read_run(run_context& run) {
  predict_inputs read = read_checked(run.options, run.clock, run.problems);
  run.problems.throw_if_errors();
  if (run.options.plan.empty() && run.options.parts.empty()) run.watch.all_are_open();
  return read;
}

prediction_input planned_run::input() const {
  prediction_input made = inputs.for_prediction();
  if (!wanted.asked.empty()) made.asked = &wanted.asked;
  return made;
}

std::vector<locus_target> planned_run::targets() const {
  auto targets = targets_of(inputs.for_prediction());
  if (!wanted.asked.empty())
    std::erase_if(targets, [&](const locus_target& each) { return !wanted.asked[each.place]; });
  return targets;
}

const spliced::cost_model& planned_run::cost_model(const run_costs& costs) const {
  return costs.of(working_engine(engine->name(), how.scoring).name, kind);
}

namespace {

void check_planned(const predict_options& options, const planned_run& plan) {
  if (!plan.wanted.n_planned) return;
  const std::size_t n_places = targets_of(plan.inputs.for_prediction()).size();
  if (n_places != *plan.wanted.n_planned)
    throw bad_data({.where = {options.plan},
                    .what = "the plan contradicts itself: it divides another number of results than there are",
                    .got = std::to_string(*plan.wanted.n_planned),
                    .need = std::to_string(n_places),
                    .hint = "make another plan with 'exonweave shard'"});
}

}  // namespace

planned_run find_cases(run_context& run, predict_inputs& inputs, place_selection wanted, progress_notes& notes) {
  const predict_options& options = run.options;
  planned_run plan(inputs, std::move(wanted), work_kind_of(inputs.targets.kind, options.blocks()));
  if (inputs.is_searched) {
    run.clock.begin("search");
    search_for_cases(options, inputs, notes);
  } else if (options.where == search_where::everywhere && !options.quiet) {
    tell("exonweave: {}\n", everywhere_text(options, inputs));
  }
  check_held_memory(options, inputs, inputs.scale);
  check_planned(options, plan);
  plan.engine = choose_engine(options, inputs, run.warnings, [&] { return expected_run_seconds(run, plan); });
  if (plan.engine->facts().is_of_gpu) run.costs.check_gpus(usable_gpus(), run.problems);
  plan.how = make_prediction_options(options, inputs, *plan.engine);
  check_scoring(*plan.engine, plan.how.scoring);
  return plan;
}

void learn(run_context& run, planned_run& plan, progress_notes& notes) {
  const predict_options& options = run.options;
  if (training_rounds(options, plan.inputs) == 0) return;
  run.clock.begin("learn");
  plan.rounds = train(options, plan.inputs, *plan.engine, notes, run.problems);
  if (!options.quiet) tell("exonweave: {}\n", training_text(plan.rounds));
  if (plan.inputs.is_searched) take_cases(options, plan.inputs);
  check_planned(options, plan);
  plan.how = make_prediction_options(options, plan.inputs, *plan.engine);
}

planned_run plan_run(run_context& run, predict_inputs& inputs, place_selection wanted, progress_notes& notes) {
  check_bounds(run.options, inputs.scoring);
  planned_run plan = find_cases(run, inputs, std::move(wanted), notes);
  learn(run, plan, notes);
  run.clock.begin("significance");
  add_significance(run.options, inputs, plan.how);
  if (run.options.where != search_where::exhaustive) return plan;
  run.clock.begin("sweep");
  take_places_by_bounds(run.options, inputs, plan.how, run.costs, run.problems);
  return plan;
}

void align(run_context& run, const planned_run& plan, const std::function<void(locus_result&&)>& sink, result_log log) {
  run.clock.begin("align");
  const auto expected_us = expected_progress(run, plan, log);  // tells what is left
  prediction_input input = plan.input();
  if (!expected_us.empty()) input.expected_us = &expected_us;
  run_prediction("aligning", run.options, input, plan.how, sink, std::move(log));
}

}  // namespace exonweave::apps

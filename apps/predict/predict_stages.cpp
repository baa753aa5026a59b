#include "predict/predict_stages.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

#include "base/memory/allocator.hpp"
#include "cli/device_options.hpp"
#include "cli/failures.hpp"
#include "cli/messages.hpp"
#include "cli/process.hpp"
#include "gpu/engines/engines.hpp"
#include "predict/expected_run.hpp"
#include "predict/placed_run.hpp"
#include "predict/predict_bounds.hpp"
#include "predict/predict_memory.hpp"
#include "predict/predict_multiqc.hpp"
#include "predict/predict_output_options.hpp"
#include "predict/predict_run.hpp"
#include "predict/predict_search.hpp"
#include "predict/predict_significance.hpp"
#include "runtime_model/times/expected_times.hpp"

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
                        .what = "not enough memory for the inputs and loci",
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

run_context::run_context(const predict_options& options)
    : watch(run_input_paths(options)), costs(run_costs::read(options.calibration, problems)) {
  if (!options.quiet) clock.show();
}

void run_context::finish() {
  clock.end();
  warnings.tell(problems);
}

void run_context::sum_inputs(const predict_options& options, const predict_inputs& inputs) {
  clock.begin("checksums");
  files_ = sum_input_files(options, inputs);
  sums_ = files_;
  for (const named_path& each : run_input_paths(options))
    if (!each.path.empty() && std::ranges::find(sums_, each.path, &input_file::path) == sums_.end())
      sums_.push_back(sum_file(each.option, each.path));
  watch.check_sums();
}

predict_inputs read_run(const predict_options& options, run_context& run) {
  predict_inputs read = read_checked(options, run.clock, run.problems);
  run.problems.throw_if_errors();
  if (options.role.plan.empty()) run.watch.all_are_open();
  return read;
}

spliced::cost_model planned_run::cost_model(const run_costs& costs) const {
  return prices_for(working_engine(engine->name(), how.scoring), costs.prices());
}

namespace {

void check_planned(const predict_options& options, const placed_run& found) {
  if (!found.share.n_planned) return;
  const std::size_t n_places = targets_of(found.input()).size();
  if (n_places != *found.share.n_planned)
    throw bad_data({.where = {options.role.plan},
                    .what = "the plan contradicts itself: it divides another number of results than there are",
                    .got = std::to_string(*found.share.n_planned),
                    .need = std::to_string(n_places),
                    .hint = "make another plan with 'exonweave shard'"});
}

placed_run place(const predict_options& options, const predict_inputs& inputs, run_share share, progress_notes& notes,
                 run_context& run) {
  placed_run made{inputs, work_kind_of(inputs.targets.kind, options.blocks()), std::move(share)};
  if (inputs.is_searched()) {
    run.clock.begin("search");
    made.found = find_places(options, inputs, notes);
    give_back_freed_memory();
  } else if (options.places.where == search_where::everywhere && !options.quiet) {
    tell("exonweave: {}\n", everywhere_text(options, inputs, run.costs));
  }
  check_held_memory(options, inputs, made.places(), inputs.scale);
  check_planned(options, made);
  return made;
}

}  // namespace

planned_run find_cases(const predict_options& options, const predict_inputs& inputs, run_share share,
                       progress_notes& notes, run_context& run) {
  placed_run placed = place(options, inputs, std::move(share), notes, run);
  auto engine =
      choose_engine(options, placed, run.warnings, [&] { return expected_run_seconds(options, placed, run.costs); });
  if (engine->facts().is_of_gpu) run.costs.check_gpus(usable_gpus(), run.problems);
  prediction_options how = make_prediction_options(options, placed, inputs.first_model, *engine);
  check_scoring(*engine, how.scoring);
  return {std::move(placed), std::move(engine), {inputs.first_model}, std::move(how)};
}

planned_run with_learnt_model(const predict_options& options, planned_run plan, progress_notes& notes,
                              run_context& run) {
  if (training_rounds(options, plan.inputs) == 0) return plan;
  run.clock.begin("learn");
  plan.learnt = train(options, plan, *plan.engine, notes, run.problems);
  give_back_freed_memory();
  if (!options.quiet) tell("exonweave: {}\n", training_text(plan.learnt.rounds));
  if (plan.found) plan.found = make_places(options, plan.inputs, plan.learnt.model, std::move(*plan.found));
  check_planned(options, plan);
  plan.how = make_prediction_options(options, plan, plan.learnt.model, *plan.engine);
  return plan;
}

planned_run plan_run(const predict_options& options, const predict_inputs& inputs, run_share share,
                     progress_notes& notes, run_context& run) {
  check_bounds(options, inputs);
  planned_run found = find_cases(options, inputs, std::move(share), notes, run);
  planned_run plan = with_learnt_model(options, std::move(found), notes, run);
  const run_model& model = plan.learnt.model;
  run.clock.begin("significance");
  plan.how = with_significance(options, plan, model.scoring, std::move(plan.how));
  if (options.places.where != search_where::exhaustive) return plan;
  run.clock.begin("sweep");
  auto loci = sweep_for_loci(options, plan, plan.how, run.costs, run.problems);
  plan.found = make_places(options, inputs, model, {std::move(loci), plan.found->n_window_bases});
  return plan;
}

void show_steps(const predict_options& options, const predict_inputs& inputs, stage_clock& clock) {
  if (options.quiet) return;
  const bool has_genes = options.outputs.has_locus_models();
  std::vector<std::string_view> steps;
  for (const auto& [stage, is_requested] : std::initializer_list<std::pair<const char*, bool>>{
           {"read", true},
           {"search", inputs.is_searched()},
           {"learn", training_rounds(options, inputs) > 0},
           {"sweep", options.places.where == search_where::exhaustive},
           {"align", true},
           {"choose", has_genes},
           {"gene model", has_genes && options.genes.gene_model != gene_model_request::off},
           {"completeness", options.is_annotation()},
           {"write", true}})
    if (is_requested) steps.push_back(step_of(stage));
  clock.show(std::move(steps));
}

void align(const predict_options& options, const planned_run& plan, const std::function<void(locus_result&&)>& sink,
           result_log log, run_context& run) {
  run.clock.begin("align");
  std::vector<std::uint64_t> expected_us;  // reports what is left
  if (!options.quiet) expected_us = expected_progress(plan, log, run.costs);
  prediction_input input = plan.input();
  input.expected_us = expected_us;
  run_prediction("aligning", options, input, plan.how, sink, std::move(log));
  give_back_freed_memory();
}

}  // namespace exonweave::apps

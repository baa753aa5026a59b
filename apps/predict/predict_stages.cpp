#include "predict/predict_stages.hpp"

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
#include "predict/predict_memory.hpp"
#include "predict/predict_output_options.hpp"
#include "predict/predict_run.hpp"
#include "predict/predict_search.hpp"
#include "predict/predict_summary.hpp"
#include "runtime_model/times/expected_times.hpp"

namespace exonweave::apps {

void check_run(const predict_options& options) {
  check(options);
  check_multiqc(options.outputs);
  check_engine(options.engine);
  if (options.memory) keep_within(*options.memory);
}

run_context::run_context(const predict_options& options) : watch(run_input_paths(options)) {
  if (!options.quiet) clock.show();
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
  run.clock.begin("read");
  predict_inputs read = within_memory(options.memory, 0,
                                      {.where = {options.data.genome},
                                       .what = "not enough memory for the inputs and loci",
                                       .hint = ", or give fewer sequences, targets or candidates to one run"},
                                      [&] { return read_inputs(options, run.problems); });
  if (const auto named = paths_in_scoring(options, read); !named.empty()) check_paths(named, output_paths(options));
  check_outputs(options, read.targets.kind);
  check_max_e_value(options, read);
  check_min_support(options, read);
  check_training(options, read);
  run.problems.throw_if_errors();
  if (options.role.plan.empty()) run.watch.all_are_open();
  return read;
}

spliced::cost_model planned_run::cost_model() const {
  return prices_for(working_engine(engine->name(), how.scoring), inputs.rules.costs.prices());
}

namespace {

void check_planned(const placed_run& found) {
  const auto& plan = found.share.plan;
  if (!plan) return;
  const std::size_t n_places = targets_of(found.input()).size();
  if (n_places != plan->n_places)
    throw bad_data({.where = {plan->path},
                    .what = "the plan contradicts itself: it divides another number of results than there are",
                    .got = std::to_string(plan->n_places),
                    .need = std::to_string(n_places),
                    .hint = "make another plan with 'exonweave shard'"});
}

placed_run place(const predict_inputs& inputs, run_share share, progress_notes& notes, stage_clock& clock,
                 report& problems) {
  const run_rules& rules = inputs.rules;
  placed_run made{inputs, work_kind_of(inputs.targets.kind, rules.models.base.blocks), std::move(share)};
  if (inputs.is_searched()) {
    clock.begin("search");
    made.found = find_places(inputs, notes, problems);
    give_back_freed_memory();
  } else if (rules.where == search_where::everywhere && !rules.is_quiet) {
    tell("exonweave: {}\n", everywhere_text(inputs));
  }
  check_held_memory(inputs, made.places());
  check_planned(made);
  return made;
}

}  // namespace

planned_run find_cases(const predict_inputs& inputs, run_share share, progress_notes& notes, stage_clock& clock,
                       report& problems) {
  placed_run placed = place(inputs, std::move(share), notes, clock, problems);
  auto warnings = std::make_unique<engine_warnings>();
  auto engine = choose_engine(placed, *warnings, [&] { return expected_run_seconds(placed); });
  if (engine->facts().is_of_gpu) inputs.rules.costs.check_gpus(usable_gpus(), problems);
  auto how = make_prediction_options(inputs.rules.models, placed, inputs.first_model, *engine);
  check_scoring(*engine, how.scoring);
  return {std::move(placed), std::move(warnings), std::move(engine), {inputs.first_model}, std::move(how)};
}

planned_run with_learnt_model(planned_run plan, progress_notes& notes, stage_clock& clock, report& problems) {
  const run_rules& rules = plan.inputs.rules;
  if (rules.training.n_rounds == 0) return plan;
  clock.begin("learn");
  plan.learnt = train(plan, *plan.engine, notes, problems);
  give_back_freed_memory();
  if (!rules.is_quiet) tell("exonweave: {}\n", training_text(plan.learnt.rounds));
  if (plan.found) plan.found = make_places(plan.inputs, plan.learnt.model, std::move(*plan.found));
  check_planned(plan);
  plan.how = make_prediction_options(rules.models, plan, plan.learnt.model, *plan.engine);
  return plan;
}

planned_run plan_run(const predict_inputs& inputs, run_share share, progress_notes& notes, stage_clock& clock,
                     report& problems) {
  check_bounds(inputs);
  planned_run plan =
      with_learnt_model(find_cases(inputs, std::move(share), notes, clock, problems), notes, clock, problems);
  const run_model& model = plan.learnt.model;
  clock.begin("significance");
  plan.how = with_significance(inputs.rules.models, plan, model.scoring, std::move(plan.how));
  if (inputs.rules.where != search_where::exhaustive) return plan;
  clock.begin("sweep");
  plan.found = make_places(inputs, model, sweep_for_loci(plan, plan.how, problems));
  return plan;
}

void show_steps(const predict_inputs& inputs, const output_requests& outputs, stage_clock& clock) {
  const run_rules& rules = inputs.rules;
  if (rules.is_quiet) return;
  const bool has_genes = outputs.has_locus_models();
  std::vector<std::string_view> steps;
  for (const auto& [stage, is_requested] : std::initializer_list<std::pair<const char*, bool>>{
           {"read", true},
           {"search", inputs.is_searched()},
           {"learn", rules.training.n_rounds > 0},
           {"sweep", rules.where == search_where::exhaustive},
           {"align", true},
           {"choose", has_genes},
           {"gene model", has_genes && rules.genes.gene_model != gene_model_request::off},
           {"completeness", outputs.is_annotation()},
           {"write", true}})
    if (is_requested) steps.push_back(step_of(stage));
  clock.show(std::move(steps));
}

void align(const planned_run& plan, const std::function<void(locus_result&&)>& sink, result_log log,
           stage_clock& clock) {
  clock.begin("align");
  const bool is_quiet = plan.inputs.rules.is_quiet;
  std::vector<std::uint64_t> expected_us;  // reports what is left
  if (!is_quiet) expected_us = expected_progress(plan, log);
  prediction_input input = plan.input();
  input.expected_us = expected_us;
  run_prediction("aligning", input, plan.how, is_quiet, sink, std::move(log));
  give_back_freed_memory();
}

}  // namespace exonweave::apps

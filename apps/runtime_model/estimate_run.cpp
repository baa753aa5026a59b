#include "runtime_model/estimate_run.hpp"

#include <algorithm>
#include <span>
#include <utility>

#include "cli/device_options.hpp"
#include "cli/engine_choice.hpp"
#include "cli/estimate_words.hpp"
#include "exons/loci/locus_search.hpp"
#include "gpu/engines/engines.hpp"
#include "predict/completeness.hpp"
#include "predict/expected_gene_model.hpp"
#include "predict/expected_search.hpp"
#include "predict/placed_run.hpp"
#include "predict/predict_journal.hpp"
#include "predict/predict_memory.hpp"
#include "predict/predict_run.hpp"
#include "predict/predict_search.hpp"
#include "predict/predict_training.hpp"
#include "runtime_model/run_estimate/run_estimate.hpp"
#include "runtime_model/times/expected_times.hpp"

namespace exonweave::apps {
namespace {

class work_estimator {
 public:
  work_estimator(const predict_options& options, const planned_run& plan, std::span<const locus_target> targets)
      : options_(options), plan_(plan), targets_(targets) {}

  /// With an engine that has such graphs and sweeps.
  [[nodiscard]] run_work with(const spliced::engine_facts& graphs, const size_sample& sample) const {
    const auto engine = make_counting_engine(graphs);
    const auto how = make_prediction_options(options_, plan_, plan_.learnt.model, *engine);
    return {expect_work(plan_.input(), how, targets_, sample), training(*engine, sample)};
  }

 private:
  [[nodiscard]] std::vector<expected_work> training(const spliced::engine& engine, const size_sample& sample) const {
    const std::size_t n_rounds = training_rounds(options_, plan_.inputs);
    if (n_rounds == 0) return {};
    const training_places places = places_to_learn_from(options_, plan_);
    const prediction_input input = places.input_of(plan_);
    const auto targets = targets_of(input);
    const auto how = make_prediction_options(for_learning(options_), plan_, plan_.learnt.model, engine);
    auto work = expect_work(input, how, targets, sample);
    // Of a sample of the targets there are fewer cases to learn from than there will be.
    const double n_cases = static_cast<double>(std::max<std::size_t>(1, targets.size()));
    const double more = std::min(plan_.inputs.scale, std::max(1.0, static_cast<double>(max_training_genes) / n_cases));
    for (auto& each : work)
      for (double& value : each.costs.values) value *= more * static_cast<double>(n_rounds);
    return work;
  }

  const predict_options& options_;
  const planned_run& plan_;
  std::span<const locus_target> targets_;
};

// The one that is taken, and what auto may take in its place and has the same graphs and sweeps.
std::vector<const spliced::engine_facts*> engines_for(const planned_run& plan, const run_costs& costs) {
  const spliced::engine_registry& engines = gpu::known_engines();
  const spliced::engine_facts& taken = engines.facts_of(plan.engine->name());
  const spliced::problem scored = plan.how.scoring.problem_on({}, {});
  const auto suits = [&](const spliced::engine_facts& each) {
    return each.is_automatic && each.is_literal == taken.is_literal && each.may_sweep == taken.may_sweep &&
           each.scope.takes(plan.kind) && each.scope.takes(scored);
  };
  const auto is_measured = [&](const spliced::engine_facts& each) { return costs.are_measured(each.is_of_gpu); };
  return engines_to_estimate(engines.facts(), taken, !usable_gpus().empty(), suits, is_measured);
}

priced_engine price(const spliced::engine_facts& engine, const run_costs& costs, const planned_run& plan) {
  const spliced::engine_facts& working = working_engine(engine.name, plan.how.scoring);
  return {engine, working, prices_for(working, costs.prices()), costs.are_measured(working.is_of_gpu)};
}

// Of all that is looked for before anything is aligned.
void expect_places(const predict_options& options, const planned_run& plan, const run_costs& costs,
                   run_estimate& found) {
  const predict_inputs& inputs = plan.inputs;
  if (plan.found) {
    found.search_work = expected_search_work(inputs, plan.found->n_window_bases);
    found.terms.search_seconds = costs.prices().predict(found.search_work);
  }
  if (options.places.where == search_where::exhaustive) {
    found.swept = work_of_sweeps(inputs);
    found.sweeps = plan_sweeps(options, found.swept, costs.prices());
    found.terms.sweep_seconds = found.sweeps.seconds;
  }
}

void expect_gene_model(const predict_options& options, const planned_run& plan, const run_costs& costs,
                       run_estimate& found) {
  const gene_model_times times =
      gene_model_times_of(plan.inputs.sequences.catalog(), expected_parses(options, plan), costs);
  found.search_work += times.work;
  found.terms.gene_model_seconds = times.thread_seconds;
  found.terms.n_pieces = times.n_pieces;
}

std::vector<result_memory> memory_of_results(const std::vector<expected_work>& work) {
  std::vector<result_memory> results;
  for (const expected_work& each : work) results.push_back(each.memory);
  return results;
}

memory_plan memory_as_requested(const predict_options& options, const placed_run& run) {
  return plan_memory(with_locus_models(options), run.inputs, run.places(), run.inputs.scale);
}

memory_plan memory_as_usual(const predict_options& options, const placed_run& run) {
  return plan_unbound(with_locus_models(options), run.inputs, run.places(), run.inputs.scale);
}

// The proteins of --completeness are searched for and aligned when the genes of the run are there.
void expect_completeness(const predict_options& given, const run_costs& costs, run_estimate& found) {
  const planned_run& plan = found.plan;
  if (plan.inputs.expected.targets.empty()) return;
  const predict_options options = options_of_expected(given, plan);
  predict_inputs inputs = inputs_of_proteins(options, plan.inputs, plan.inputs.expected, plan.learnt.model);
  if (inputs.is_searched()) inputs = with_few_searched(std::move(inputs), costs.prices());
  run_context of_these(options);
  progress_notes notes(options, {}, nullptr);
  const planned_run planned = find_cases(options, inputs, {}, notes, of_these);
  const auto targets = targets_of(planned.input());
  const auto work = work_estimator(options, planned, targets).with({.may_sweep = true}, sample_for_choice).results;
  for (const double seconds : expected_seconds(work, planned.cost_model(costs)))
    found.terms.completeness_seconds += inputs.scale * seconds;
  if (planned.found)
    found.terms.completeness_seconds +=
        costs.prices().predict(expected_search_work(inputs, planned.found->n_window_bases));
  // Next to what the run holds.
  const auto peak = [&](const auto& plan_of) {
    return static_cast<double>(plan_of(given, plan).held) + plan_of(options, planned).peak(memory_of_results(work));
  };
  found.space = {peak(memory_as_requested), peak(memory_as_usual)};
}

// At its peak, which may be that of --completeness.
space_estimate expect_space(const predict_options& options, const run_estimate& found) {
  const predict_inputs& inputs = found.plan.inputs;
  const auto results = memory_of_results(found.work);
  return {std::max(found.space.memory, memory_as_requested(options, found.plan).peak(results)),
          std::max(found.space.memory_unbounded, memory_as_usual(options, found.plan).peak(results)),
          static_cast<double>(memory_of(options)), expected_output(found.targets, inputs.targets, inputs.scale)};
}

}  // namespace

predict_inputs sample_inputs(const predict_options& options, predict_inputs inputs, const run_costs& costs) {
  if (!inputs.is_searched()) return inputs;
  check_search_memory(options, inputs);
  return with_few_searched(std::move(inputs), costs.prices());
}

run_estimate estimate_run(const predict_options& options, const predict_inputs& inputs, run_context& run) {
  check_bounds(options, inputs);
  progress_notes notes(options, {}, nullptr);
  planned_run begun = find_cases(options, inputs, {}, notes, run);
  // How wide regions are goes by what introns cost.
  run_estimate found{begun.found ? with_learnt_model(options, std::move(begun), notes, run) : std::move(begun)};
  const planned_run& plan = found.plan;
  found.targets = targets_of(plan.input());
  found.n_results = inputs.scale * static_cast<double>(found.targets.size());
  found.terms = {.scale = inputs.scale, .n_threads = options.threads.of_run};
  expect_places(options, plan, run.costs, found);
  expect_gene_model(options, plan, run.costs, found);
  expect_completeness(options, run.costs, found);
  const spliced::engine_facts& taken = plan.engine->facts();
  run_work work =
      work_estimator(options, plan, found.targets).with(taken, taken.is_literal ? sample_of_literal : size_sample());
  for (const spliced::engine_facts* engine : engines_for(plan, run.costs)) {
    if (engine->name == plan.engine->name()) found.taken = found.engines.size();
    found.engines.push_back(estimate_engine(price(*engine, run.costs, plan), work, found.terms));
  }
  found.work = std::move(work.results);
  found.reason = reason_text(options.engine == "auto", plan.engine->facts().is_of_gpu);
  found.space = expect_space(options, found);
  found.calibration = run.costs.path();
  return found;
}

}  // namespace exonweave::apps

#include "runtime_model/estimate.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

#include "cli/device_options.hpp"
#include "cli/estimate_request.hpp"
#include "cli/failures.hpp"
#include "cli/help_formatter.hpp"
#include "cli/input_watch.hpp"
#include "cli/subcommands.hpp"
#include "exons/loci/locus_search.hpp"
#include "exons/loci/reading_ways.hpp"
#include "gpu/engines/engines.hpp"
#include "predict/completeness.hpp"
#include "predict/expected_run.hpp"
#include "predict/placed_run.hpp"
#include "predict/predict_journal.hpp"
#include "predict/predict_memory.hpp"
#include "predict/predict_output_options.hpp"
#include "predict/predict_parts.hpp"
#include "predict/predict_run.hpp"
#include "predict/predict_search.hpp"
#include "predict/predict_stages.hpp"
#include "predict/predict_training.hpp"
#include "runtime_model/run_estimate/run_estimate.hpp"
#include "runtime_model/times/expected_times.hpp"

namespace exonweave::apps {

namespace {

// With an engine that has such graphs and sweeps.
std::vector<expected_work> expect_training(const planned_run& plan, const spliced::engine& engine,
                                           const size_sample& sample) {
  const run_rules& rules = plan.inputs.rules;
  if (rules.training.n_rounds == 0) return {};
  const training_places places = places_to_learn_from(plan);
  const prediction_input input = places.input_of(plan);
  const auto targets = targets_of(input);
  const auto how = make_prediction_options(rules.learning, plan, plan.learnt.model, engine);
  auto work = expect_work(input, how, targets, sample);
  // Of a sample of the targets there are fewer cases to learn from than there will be.
  const double n_cases = static_cast<double>(std::max<std::size_t>(1, targets.size()));
  const double more = std::min(plan.inputs.scale, std::max(1.0, static_cast<double>(max_training_genes) / n_cases));
  for (auto& each : work)
    for (double& value : each.costs.values) value *= more * static_cast<double>(rules.training.n_rounds);
  return work;
}

run_work expect_run(const planned_run& plan, std::span<const locus_target> targets, const spliced::engine_facts& graphs,
                    const size_sample& sample) {
  const auto engine = make_counting_engine(graphs);
  const auto how = make_prediction_options(plan.inputs.rules.models, plan, plan.learnt.model, *engine);
  return {expect_work(plan.input(), how, targets, sample), expect_training(plan, *engine, sample)};
}

// The one that is taken, and what auto may take in its place and has the same graphs and sweeps.
std::vector<const spliced::engine_facts*> engines_for(const planned_run& plan) {
  const run_costs& costs = plan.inputs.rules.costs;
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

priced_engine price(const spliced::engine_facts& engine, const planned_run& plan) {
  const run_costs& costs = plan.inputs.rules.costs;
  const spliced::engine_facts& working = working_engine(engine.name, plan.how.scoring);
  return {engine, working, prices_for(working, costs.prices()), costs.are_measured(working.is_of_gpu)};
}

// Of all that is looked for before anything is aligned.
void expect_places(const planned_run& plan, run_estimate& found) {
  const predict_inputs& inputs = plan.inputs;
  if (plan.found) {
    found.search_work = expected_search_work(inputs, plan.found->n_window_bases);
    found.terms.search_seconds = inputs.rules.costs.prices().predict(found.search_work);
  }
  if (inputs.rules.where == search_where::exhaustive) {
    found.swept = work_of_sweeps(inputs);
    found.sweeps = plan_sweeps(inputs.rules, found.swept);
    found.terms.sweep_seconds = found.sweeps.seconds;
  }
}

void expect_gene_model(const planned_run& plan, run_estimate& found) {
  const gene_model_times times = gene_model_times_of(plan.inputs, expected_parses(plan));
  found.search_work += times.work;
  found.terms.gene_model_seconds = times.thread_seconds;
  found.terms.n_pieces = times.n_pieces;
}

std::vector<result_memory> memory_of_results(const std::vector<expected_work>& work) {
  std::vector<result_memory> results;
  for (const expected_work& each : work) results.push_back(each.memory);
  return results;
}

// As if models of loci were written, for which all others are held: an estimate is not reported what will be written.
memory_plan plan_with(memory_terms terms, const placed_run& run) {
  terms.has_elections = true;
  return plan_memory(contents_of(run.inputs, run.places(), run.inputs.scale), terms);
}

memory_plan memory_as_requested(const placed_run& run) { return plan_with(run.inputs.rules.memory, run); }

memory_plan memory_as_usual(const placed_run& run) {
  memory_terms terms = run.inputs.rules.memory;
  terms.requested.reset();
  return plan_with(terms, run);
}

// The proteins of --completeness are searched for and aligned when the genes of the run are there.
void expect_completeness(run_estimate& found) {
  const planned_run& plan = found.plan;
  if (plan.inputs.expected.targets.empty()) return;
  predict_inputs inputs = inputs_of_expected(plan);
  if (inputs.is_searched()) inputs = with_few_searched(std::move(inputs));
  stage_clock clock;
  if (!inputs.rules.is_quiet) clock.show();
  report reported_before;
  progress_notes notes;
  const planned_run planned = find_cases(inputs, {}, notes, clock, reported_before);
  const auto targets = targets_of(planned.input());
  const auto work = expect_run(planned, targets, {.may_sweep = true}, sample_for_choice).results;
  for (const double seconds : expected_seconds(work, planned.cost_model()))
    found.terms.completeness_seconds += inputs.scale * seconds;
  if (planned.found)
    found.terms.completeness_seconds +=
        inputs.rules.costs.prices().predict(expected_search_work(inputs, planned.found->n_window_bases));
  // Next to what the run holds.
  const auto peak = [&](const auto& plan_of) {
    return static_cast<double>(plan_of(plan).held) + plan_of(planned).peak(memory_of_results(work));
  };
  found.space = {peak(memory_as_requested), peak(memory_as_usual)};
}

// At its peak, which may be that of --completeness.
space_estimate expect_space(const run_estimate& found) {
  const predict_inputs& inputs = found.plan.inputs;
  const auto results = memory_of_results(found.work);
  return {std::max(found.space.memory, memory_as_requested(found.plan).peak(results)),
          std::max(found.space.memory_unbounded, memory_as_usual(found.plan).peak(results)),
          static_cast<double>(inputs.rules.max_memory()), expected_output(found.targets, inputs.targets, inputs.scale)};
}

}  // namespace

predict_inputs sample_inputs(predict_inputs inputs) {
  if (!inputs.is_searched()) return inputs;
  check_search_memory(inputs);
  return with_few_searched(std::move(inputs));
}

run_estimate estimate_run(const predict_inputs& inputs, stage_clock& clock, report& problems) {
  const run_rules& rules = inputs.rules;
  check_bounds(inputs);
  progress_notes notes;
  planned_run begun = find_cases(inputs, {}, notes, clock, problems);
  // How wide regions are goes by what introns cost.
  run_estimate found{begun.found ? with_learnt_model(std::move(begun), notes, clock, problems) : std::move(begun)};
  const planned_run& plan = found.plan;
  found.targets = targets_of(plan.input());
  found.n_results = inputs.scale * static_cast<double>(found.targets.size());
  found.terms = {.scale = inputs.scale, .n_threads = rules.threads.of_run};
  expect_places(plan, found);
  expect_gene_model(plan, found);
  expect_completeness(found);
  const spliced::engine_facts& taken = plan.engine->facts();
  run_work work = expect_run(plan, found.targets, taken, taken.is_literal ? sample_of_literal : size_sample());
  for (const spliced::engine_facts* engine : engines_for(plan)) {
    if (engine->name == plan.engine->name()) found.taken = found.engines.size();
    found.engines.push_back(estimate_engine(price(*engine, plan), work, found.terms));
  }
  found.work = std::move(work.results);
  found.reason = reason_text(rules.engine.name == "auto", plan.engine->facts().is_of_gpu);
  found.space = expect_space(found);
  found.calibration = rules.costs.path();
  return found;
}

namespace {

using json = nlohmann::ordered_json;

// Those that a budget names.
std::vector<std::size_t> longest_results(const run_estimate& found) {
  constexpr std::size_t most = 5;
  auto order = longest_first(found.engine());
  order.resize(std::min(most, order.size()));
  return order;
}

std::string name_of(const locus_target& result, const predict_inputs& inputs) {
  const alignment_task& first = result.cases.front();
  return fmt::format("{} on {}:{}-{}", inputs.targets.targets[first.target].name,
                     inputs.sequences.catalog().name(first.sequence), first.region.start + 1, first.region.end);
}

json space_entry(const space_estimate& space) {
  return {{"memory_bytes", space.memory},
          {"memory_unbounded_bytes", space.memory_unbounded},
          {"memory_bound_bytes", space.memory_bound},
          {"output_bytes", space.output}};
}

json work_entry(const run_estimate& found) {
  spliced::by_cost_unit costs;
  time_units paper;
  for (const expected_work& each : found.work) {
    costs += each.costs;
    paper += each.paper;
  }
  json entry = units_json(spliced::by_cost_unit().add(costs, found.terms.scale));
  entry["eq3_units"] = found.terms.scale * static_cast<double>(paper.sequential);
  entry["eq4_units"] = found.terms.scale * static_cast<double>(paper.intra);
  entry["eq5_units"] = found.terms.scale * static_cast<double>(paper.inter);
  return entry;
}

std::string sweeps_text(const sweep_plan& plan, unsigned n_threads) {
  const std::size_t n = plan.devices.empty() ? n_threads : plan.devices.size();
  return fmt::format("{} on {} {}{}; they find more results than the search", time_text(plan.seconds), n,
                     plan.devices.empty() ? "thread" : "GPU", n == 1 ? "" : "s");
}

}  // namespace

std::string estimate_text(const run_estimate& found, const predict_inputs& inputs, std::optional<double> budget) {
  const unsigned n_threads = found.terms.n_threads;
  std::string text = fmt::format("results     {:.0f}{}\n", found.n_results,
                                 found.terms.scale > 1 ? ", extrapolated from some of the targets" : "");
  if (found.terms.search_seconds > 0) text += fmt::format("search      {}\n", time_text(found.terms.search_seconds));
  if (found.swept.cells() > 0) text += fmt::format("sweeps      {}\n", sweeps_text(found.sweeps, n_threads));
  if (const double learning = found.engine().learning_seconds; learning > 0)
    text += fmt::format("learning    {}\n", time_text(learning));
  if (found.terms.gene_model_seconds > 0)
    text += fmt::format("gene model  {}\n", time_text(found.terms.gene_model_seconds));
  if (found.terms.completeness_seconds > 0)
    text += fmt::format("completeness {}\n", time_text(found.terms.completeness_seconds));
  for (const engine_estimate& each : found.engines)
    text += fmt::format("{:<11} {} on one thread, nine of ten within {} to {}{}\n", each.name,
                        time_text(each.thread_seconds), time_text(each.low), time_text(each.high),
                        each.is_measured ? "" : ", not measured here");
  text += fmt::format("engine      {}: {}\n", found.engine().name, found.reason);
  text += fmt::format("all         {} on {} thread{}\n", time_text(found.engine().seconds), n_threads,
                      n_threads == 1 ? "" : "s");
  text += fmt::format("memory      {}", size_text(found.space.memory));
  if (found.space.memory < found.space.memory_unbounded)
    text += fmt::format(" by --memory, which is slower and leaves out larger regions; else {}",
                        size_text(found.space.memory_unbounded));
  text += '\n';
  text += fmt::format("output      {}\n", size_text(found.space.output));
  if (budget) {
    const within_budget done = done_in(found.engine(), found.terms, *budget);
    text += fmt::format("budget      {}: {:.0f} results, the shortest, {:.0f}% of them\n", time_text(*budget),
                        done.n_results, 100 * done.fraction);
    for (const std::size_t result : longest_results(found))
      text += fmt::format("longest     {}: {}\n", name_of(found.targets[result], inputs),
                          time_text(found.engine().of_results[result]));
  }
  if (!found.engine().is_measured) text += fmt::format("{}\n", calibrate_hint);
  return text;
}

json estimate_json(const run_estimate& found, const predict_inputs& inputs, std::optional<double> budget) {
  json made = {{"program", "exonweave"}, {"version", EXONWEAVE_VERSION}, {"subcommand", "estimate"}};
  made["results"] = found.n_results;
  made["results_looked_at"] = found.targets.size();
  made["search_seconds"] = found.terms.search_seconds;
  made["learning_seconds"] = found.engine().learning_seconds;
  made["gene_model_seconds"] = found.terms.gene_model_seconds;
  made["completeness_seconds"] = found.terms.completeness_seconds;
  if (found.swept.cells() > 0)
    made.update({{"sweep_cells", found.swept.cells()},
                 {"sweep_seconds", found.sweeps.seconds},
                 {"sweep_gpus", found.sweeps.devices.size()}});
  made["engines"] = json::array();
  for (const engine_estimate& each : found.engines)
    made["engines"].push_back({{"engine", each.name},
                               {"thread_seconds", each.thread_seconds},
                               {"low", each.low},
                               {"high", each.high},
                               {"seconds", each.seconds},
                               {"measured_here", each.is_measured}});
  made["engine"] = found.engine().name;
  made["reason"] = found.reason;
  made["threads"] = found.terms.n_threads;
  made["seconds"] = found.engine().seconds;
  made.update(space_entry(found.space));
  made["work"] = work_entry(found);
  if (found.search_work != spliced::by_cost_unit{}) made["search_work"] = units_json(found.search_work);
  made["calibration"] = found.calibration.empty() ? json(nullptr) : json(found.calibration);
  if (budget) {
    const within_budget done = done_in(found.engine(), found.terms, *budget);
    json longest = json::array();
    for (const std::size_t result : longest_results(found))
      longest.push_back(
          {{"result", name_of(found.targets[result], inputs)}, {"seconds", found.engine().of_results[result]}});
    made["budget"] = {
        {"seconds", *budget}, {"results", done.n_results}, {"share", done.fraction}, {"longest", std::move(longest)}};
  }
  return made;
}

std::string locus_table(const run_estimate& found, const predict_inputs& inputs) {
  const std::vector<double>& seconds = found.engine().of_results;
  std::string table =
      "target_id\tregion_seqid\tregion_start0\tregion_end0\tstrands\tseconds\tmemory_mb\teq3_units\teq4_"
      "units\teq5_units";
  for (const std::string_view name : spliced::by_cost_unit::names) table += fmt::format("\t{}", name);
  table += '\n';
  for (const std::size_t result : longest_first(found.engine())) {
    const alignment_task& first = found.targets[result].cases.front();
    const expected_work& work = found.work[result];
    std::string strands;
    const auto& cases = found.targets[result].cases;
    for (std::size_t k = 0; k < cases.size(); ++k)
      if (!shares_strand(cases, k)) strands += fmt::format("{}{}", strands.empty() ? "" : ",", to_char(cases[k].on));
    table += fmt::format("{}\t{}\t{}\t{}\t{}\t{:.3g}\t{:.1f}\t{}\t{}\t{}", inputs.targets.targets[first.target].name,
                         inputs.sequences.catalog().name(first.sequence), first.region.start, first.region.end, strands,
                         seconds[result], work.memory.all() / 1e6, work.paper.sequential, work.paper.intra,
                         work.paper.inter);
    for (const double count : work.costs.values) table += fmt::format("\t{:.6g}", count);
    table += '\n';
  }
  return table;
}

namespace {

void write_estimate(const run_estimate& found, const predict_inputs& inputs, const predict_options& options,
                    estimate_output& output) {
  const std::optional<double>& budget = options.estimate.budget;
  if (output.has_table()) output.write_table(locus_table(found, inputs));
  output.write(estimate_json(found, inputs, budget), estimate_text(found, inputs, budget));
}

void check_estimate(const predict_options& options) {
  const auto inputs = run_input_paths(options);
  check_paths(inputs, options.other_outputs);
  check_run(options);
  check_readable(inputs);
}

}  // namespace

void print_estimate(const predict_options& options) {
  check_estimate(options);
  estimate_output output(options.estimate.json_out, options.quiet, options.estimate.by_locus_out);
  run_context run(options);
  const predict_inputs inputs = sample_inputs(read_run(options, run));
  const run_estimate found = estimate_run(inputs, run.clock, run.problems);
  run.clock.end();
  found.plan.warnings->tell(run.problems);
  write_estimate(found, inputs, options, output);
  run.check_inputs();
  output.commit();
}

void add_estimate(CLI::App& app) {
  CLI::App* command =
      app.add_subcommand("estimate", "Estimate time and memory of a run of predict, as predict --estimate does");
  show_examples(*command, {{{"exonweave estimate genome.fa proteins.fa -t 16"},
                            "Print the time and memory that this run of predict needs with 16 threads."}});
  const auto options = std::make_shared<predict_options>();
  options->role.is_estimate = true;
  add_predict_options(*command, *options, run_command::estimate);
  add_other_options(*command, *options);
  command->callback([options, command] {
    settle_options(*options, *command);
    print_estimate(*options);
  });
}

}  // namespace exonweave::apps

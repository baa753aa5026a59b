#include "foresight/estimate_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <span>
#include <utility>

#include "exons/places/locus_search.hpp"
#include "exons/places/reading_ways.hpp"
#include "foresight/times/engine_times.hpp"
#include "gpu/engines/engines.hpp"
#include "predict/predict_journal.hpp"
#include "predict/predict_memory.hpp"
#include "predict/predict_run.hpp"
#include "predict/predict_search.hpp"
#include "predict/predict_training.hpp"
#include "shell/estimate_words.hpp"

namespace exonweave::apps {
namespace {

using json = nlohmann::ordered_json;
using spliced::cost_unit;

double sum(const std::vector<double>& values) { return std::accumulate(values.begin(), values.end(), 0.0); }

// So many targets that the search for their loci takes a minute or two on a thread, but no fewer than some. A few have
// most of the work where genes have families; so a sample may miss much of it.
std::size_t most_searched(const predict_inputs& inputs, const search_costs& costs, double n_residues) {
  constexpr double most_seconds = 60;  // but for what is looked at once more
  constexpr std::size_t fewest = 200;
  const auto n = static_cast<double>(inputs.targets.targets.size());
  const auto nt = static_cast<double>(count_nt(inputs.sequences.catalog()));
  const double of_genome = costs.predict(work_of_search(nt, 0, 0));
  const double of_targets = costs.predict(work_of_search(nt, n_residues, 0)) - of_genome;
  const double share = std::max(0.0, most_seconds - of_genome) / std::max(of_targets, 1e-9);
  return std::max(fewest, static_cast<std::size_t>(std::min(1.0, share) * n));
}

// Every so many of the targets; returns how many stand for one.
double keep_some(target_set& targets, std::size_t most) {
  const std::size_t n = targets.targets.size();
  if (n <= most) return 1;
  std::vector<target> kept;
  for (std::size_t at = 0; at < most; ++at) kept.push_back(std::move(targets.targets[at * n / most]));
  targets.targets = std::move(kept);
  return static_cast<double>(n) / static_cast<double>(most);
}

// What engines do with one kind of graph: results, and what is learnt before them in all rounds.
struct run_work {
  std::vector<expected_work> results;
  std::vector<expected_work> training;
};

class work_estimator {
 public:
  work_estimator(const predict_options& options, const planned_run& plan, std::span<const locus_target> targets)
      : options_(options), plan_(plan), targets_(targets) {}

  [[nodiscard]] run_work with(const spliced::engine& engine, const size_sample& sample) const {
    const auto how = make_prediction_options(options_, plan_.inputs, engine);
    return {expect_work(plan_.input(), how, targets_, sample), training(engine, sample)};
  }

 private:
  [[nodiscard]] std::vector<expected_work> training(const spliced::engine& engine, const size_sample& sample) const {
    const std::size_t n_rounds = training_rounds(options_, plan_.inputs);
    if (n_rounds == 0) return {};
    const auto cases = cases_to_learn_from(plan_.inputs);
    prediction_input input = plan_.input();
    input.cases = &cases;
    const auto chains = plan_.inputs.training_cases.empty() ? std::vector<expected_chain>()
                                                            : chains_on(plan_.inputs.training_loci, cases,
                                                                        plan_.inputs.targets, options_.min_loci_score);
    input.chains = chains.empty() ? nullptr : &chains;
    const auto targets = targets_of(input);
    auto work =
        expect_work(input, make_prediction_options(for_learning(options_), plan_.inputs, engine), targets, sample);
    // Of a sample of the targets there are fewer cases to learn from than there will be.
    const double n_cases = static_cast<double>(std::max<std::size_t>(1, targets.size()));
    const double more = std::min(plan_.inputs.scale, std::max(1.0, static_cast<double>(most_training_genes) / n_cases));
    for (auto& each : work)
      for (double& value : each.costs.values) value *= more * static_cast<double>(n_rounds);
    return work;
  }

  const predict_options& options_;
  const planned_run& plan_;
  std::span<const locus_target> targets_;
};

bool has_sweeps(const std::vector<expected_work>& work) {
  return std::ranges::any_of(work, [](const expected_work& each) { return each.costs[cost_unit::sweep_row] > 0; });
}

// Engines that could do the run: those of the CPU, and those of a GPU where there is one, or where a calibration knows
// them; and the one that was asked for.
std::vector<const spliced::engine_facts*> engines_for(const run_context& context, const planned_run& plan) {
  const auto kind = plan.kind;
  const bool has_gpu = !usable_gpus().empty();
  const spliced::problem scored = plan.how.scoring.problem_on({}, {});
  std::vector<const spliced::engine_facts*> found;
  for (const spliced::engine_facts& each : gpu::known_engines().facts()) {
    const bool suits = each.scope.takes(kind) && each.scope.takes(scored);
    const bool is_known = !each.is_of_gpu || has_gpu || context.costs.are_measured(each.name, kind);
    if ((suits && is_known) || plan.engine->name() == each.name) found.push_back(&each);
  }
  return found;
}

// By how much a sum over all targets may be off that is known of some: 1.64 standard errors, as a part of it.
double sampling_error(const std::vector<double>& seconds, double scale) {
  if (scale <= 1 || seconds.size() < 2) return 0;
  const auto n = static_cast<double>(seconds.size());
  const double mean = sum(seconds) / n;
  double squares = 0;
  for (const double each : seconds) squares += (each - mean) * (each - mean);
  return mean > 0 ? std::min(0.9, 1.64 * std::sqrt(squares / (n - 1) / n) / mean) : 0;
}

// A launch takes so many alignments at once: of each target forwards and backwards on all strands that it is tried on.
std::size_t results_at_once(const spliced::engine_facts& engine, const planned_run& plan, const run_estimate& run) {
  std::size_t n_strands = 0;
  for (const locus_target& each : run.targets) n_strands += each.cases.size();
  const std::size_t of_all = plan.how.solver.n_passes() * n_strands;
  return engine.jobs_at_once * run.targets.size() / std::max<std::size_t>(1, of_all);
}

device_traffic traffic_of(const spliced::engine_facts& engine, const planned_run& plan,
                          const std::vector<expected_work>& results, const run_estimate& run) {
  device_traffic all;
  std::vector<double> held;
  for (const expected_work& each : results) {
    all += each.device;
    held.push_back(each.device.held);
  }
  const auto n = static_cast<std::ptrdiff_t>(std::min(results_at_once(engine, plan, run), held.size()));
  std::ranges::partial_sort(held, held.begin() + n, std::greater());
  return {std::accumulate(held.begin(), held.begin() + n, 0.0), plan.inputs.scale * all.to,
          plan.inputs.scale * all.from};
}

engine_estimate estimate_engine(const spliced::engine_facts& engine, const run_context& context,
                                const planned_run& plan, const run_work& work, const run_estimate& run) {
  const auto kind = plan.kind;
  const std::string name(engine.name);
  const spliced::engine_facts& working = working_engine(name, plan.how.scoring);
  const spliced::cost_model& model = context.costs.of(working.name, kind);
  const auto seconds_of = [&](const std::vector<expected_work>& of) { return seconds_with(engine, of, model); };
  engine_estimate made{name};
  made.of_results = seconds_of(work.results);
  made.thread_seconds = run.search_seconds + sum(seconds_of(work.training)) + plan.inputs.scale * sum(made.of_results);
  const double sampled = sampling_error(made.of_results, plan.inputs.scale);
  made.low = made.thread_seconds * model.low * (1 - sampled);
  made.high = made.thread_seconds * model.high * (1 + sampled);
  const double longest = made.of_results.empty() ? 0 : std::ranges::max(made.of_results);
  made.seconds = std::max(seconds_on_threads(working, made.thread_seconds, context.options.threads.of_run), longest) +
                 run.sweeps.seconds;
  made.is_measured = context.costs.are_measured(working.name, kind);
  if (working.is_of_gpu) made.device = traffic_of(engine, plan, work.results, run);
  return made;
}

// A model is a gene, an mRNA, and two rows for each exon.
double output_bytes(const run_estimate& found, const predict_inputs& inputs) {
  constexpr double of_model = 500, of_exon = 350, residues_of_exon = 50, share_with_model = 0.8;
  const double letters = inputs.targets.kind == molecule::protein ? 1 : 3;
  double bytes = 0;
  for (const locus_target& each : found.targets) {
    const auto n = static_cast<double>(inputs.targets.targets[each.cases.front().target].residues.size()) / letters;
    bytes += of_model + of_exon * (1 + n / residues_of_exon);
  }
  return share_with_model * inputs.scale * bytes;
}

// Indices of the results.
std::vector<std::size_t> longest_first(const run_estimate& found) {
  const std::vector<double>& seconds = found.engine().of_results;
  std::vector<std::size_t> order(seconds.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, std::greater(), [&](std::size_t at) { return seconds[at]; });
  return order;
}

// Those that a budget names.
std::vector<std::size_t> longest_results(const run_estimate& found) {
  constexpr std::size_t most = 5;
  auto order = longest_first(found);
  order.resize(std::min(most, order.size()));
  return order;
}

std::string name_of(const locus_target& result, const predict_inputs& inputs) {
  const alignment_case& first = result.cases.front();
  return fmt::format("{} on {}:{}-{}", inputs.targets.targets[first.target].name,
                     inputs.sequences.catalog().name(first.sequence), first.region.start + 1, first.region.end);
}

json space_entry(const space_estimate& space) {
  return {{"memory_bytes", space.memory},
          {"memory_unbounded_bytes", space.memory_unbounded},
          {"memory_bound_bytes", space.memory_bound},
          {"output_bytes", space.output}};
}

json work_entry(const run_estimate& found, double scale) {
  spliced::by_cost_unit costs;
  time_units paper;
  for (const expected_work& each : found.work) {
    costs += each.costs;
    paper += each.paper;
  }
  json entry = json::object();
  constexpr const auto& names = spliced::by_cost_unit::names;
  for (std::size_t u = 0; u < names.size(); ++u) entry[std::string(names[u])] = scale * costs.values[u];
  entry["eq3_units"] = scale * static_cast<double>(paper.sequential);
  entry["eq4_units"] = scale * static_cast<double>(paper.intra);
  entry["eq5_units"] = scale * static_cast<double>(paper.inter);
  return entry;
}

std::string sweeps_text(const sweep_plan& plan, unsigned n_threads) {
  const std::size_t n = plan.devices.empty() ? n_threads : plan.devices.size();
  return fmt::format("{} on {} {}{}; they find more results than the search", time_text(plan.seconds), n,
                     plan.devices.empty() ? "thread" : "GPU", n == 1 ? "" : "s");
}

}  // namespace

within_budget done_in(const run_estimate& found, unsigned n_threads, double scale, double seconds) {
  double left = (seconds - found.sweeps.seconds) * n_threads - found.search_seconds - found.learning_seconds;
  std::vector<double> shortest = found.engine().of_results;
  std::ranges::sort(shortest);
  std::size_t n = 0;
  while (n < shortest.size() && scale * shortest[n] <= left) left -= scale * shortest[n++];
  return {scale * static_cast<double>(n),
          shortest.empty() ? 1 : static_cast<double>(n) / static_cast<double>(shortest.size())};
}

namespace {

double count_residues(const target_set& targets) {
  double n = 0;
  for (const target& each : targets.targets) n += static_cast<double>(each.residues.size());
  return n;
}

// Of all that is looked for before anything is aligned.
void expect_places(const run_context& run, const predict_inputs& inputs, double n_residues, run_estimate& found) {
  if (inputs.is_searched) {
    found.search_work = work_of_search(static_cast<double>(count_nt(inputs.sequences.catalog())), n_residues,
                                       inputs.scale * static_cast<double>(inputs.n_looked));
    found.search_seconds = run.costs.of(&calibration::search).predict(found.search_work);
  }
  if (run.options.where == search_where::exhaustive) {
    found.swept = work_of_bounds(inputs.n_places, n_residues, longest_strand(inputs));
    found.sweeps = plan_sweeps(run.options, found.swept, run.costs.of(&calibration::bounds));
  }
}

space_estimate expect_space(const predict_options& options, const predict_inputs& inputs, const run_estimate& found) {
  std::vector<double> bytes;
  for (const expected_work& each : found.work) bytes.push_back(each.bytes);
  const predict_options most_held = with_locus_models(options);
  const auto peak = [&](const memory_plan& plan) { return plan.peak(bytes); };
  return {peak(plan_memory(most_held, inputs, inputs.scale)), peak(plan_unbound(most_held, inputs, inputs.scale)),
          static_cast<double>(memory_of(options)), output_bytes(found, inputs)};
}

}  // namespace

run_estimate estimate_run(run_context& run, predict_inputs& inputs) {
  run_estimate found;
  const bool is_searched = inputs.is_searched;
  const double n_residues = count_residues(inputs.targets);
  if (is_searched) {
    check_search_memory(run.options, inputs);
    inputs.scale = keep_some(inputs.targets, most_searched(inputs, run.costs.of(&calibration::search), n_residues));
  }
  check_bounds(run.options, inputs.scoring);
  progress_notes notes(run.options, {}, nullptr);
  planned_run plan = find_cases(run, inputs, {}, notes);
  if (is_searched) learn(run, plan, notes);  // how wide regions are goes by what introns cost
  found.targets = targets_of(plan.input());
  found.n_results = inputs.scale * static_cast<double>(found.targets.size());
  expect_places(run, inputs, n_residues, found);
  const work_estimator estimator(run.options, plan, found.targets);
  run_work shared = estimator.with(*make_counting_engine({.may_sweep = true}), {}), of_literal, of_graphs;
  const bool is_literal = run.options.blocks() == block_mode::off;
  const bool is_swept = has_sweeps(shared.results);
  if (is_literal) of_literal = estimator.with(*make_counting_engine({.is_literal = true}), sample_of_literal);
  if (is_swept) of_graphs = estimator.with(*make_counting_engine({}), sample_for_choice);
  const auto work_of = [&](const spliced::engine_facts& engine) -> run_work& {
    if (is_literal && engine.is_literal) return of_literal;
    return is_swept && !engine.may_sweep ? of_graphs : shared;
  };
  for (const spliced::engine_facts* engine : engines_for(run, plan)) {
    if (engine->name == plan.engine->name()) found.taken = found.engines.size();
    found.engines.push_back(estimate_engine(*engine, run, plan, work_of(*engine), found));
  }
  found.work = std::move(work_of(gpu::known_engines().facts_of(found.engine().name)).results);
  found.learning_seconds =
      found.engine().thread_seconds - found.search_seconds - inputs.scale * sum(found.engine().of_results);
  if (found.learning_seconds < 1e-9 * found.engine().thread_seconds)
    found.learning_seconds = 0;  // what rounding leaves
  found.reason = reason_text(run.options.engine == "auto", plan.engine->facts().is_of_gpu);
  found.space = expect_space(run.options, inputs, found);
  found.calibration = run.costs.path();
  return found;
}

std::string estimate_text(const run_estimate& found, const predict_options& options, const predict_inputs& inputs,
                          std::optional<double> budget) {
  const unsigned n_threads = options.threads.of_run;
  std::string text = fmt::format("results     {:.0f}{}\n", found.n_results,
                                 inputs.scale > 1 ? ", extrapolated from some of the targets" : "");
  if (found.search_seconds > 0) text += fmt::format("search      {}\n", time_text(found.search_seconds));
  if (found.swept.cells() > 0) text += fmt::format("sweeps      {}\n", sweeps_text(found.sweeps, n_threads));
  if (found.learning_seconds > 0) text += fmt::format("learning    {}\n", time_text(found.learning_seconds));
  for (const engine_estimate& each : found.engines)
    text += fmt::format("{:<11} {} on one thread, nine of ten within {} to {}{}\n", each.name,
                        time_text(each.thread_seconds), time_text(each.low), time_text(each.high),
                        each.is_measured ? "" : ", not measured here");
  if (const auto& device = found.engine().device)
    text += fmt::format("GPU         {}, {} to it and {} back\n", size_text(device->held), size_text(device->to),
                        size_text(device->from));
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
    const within_budget done = done_in(found, options.threads.of_run, inputs.scale, *budget);
    text += fmt::format("budget      {}: {:.0f} results, the shortest, {:.0f}% of them\n", time_text(*budget),
                        done.n_results, 100 * done.share);
    for (const std::size_t at : longest_results(found))
      text += fmt::format("longest     {}: {}\n", name_of(found.targets[at], inputs),
                          time_text(found.engine().of_results[at]));
  }
  if (!found.engine().is_measured) text += fmt::format("{}\n", calibrate_hint);
  return text;
}

json estimate_json(const run_estimate& found, const predict_options& options, const predict_inputs& inputs,
                   std::optional<double> budget) {
  json made = {{"program", "exonweave"}, {"version", EXONWEAVE_VERSION}, {"subcommand", "estimate"}};
  made["results"] = found.n_results;
  made["results_looked_at"] = found.targets.size();
  made["search_seconds"] = found.search_seconds;
  made["learning_seconds"] = found.learning_seconds;
  if (found.swept.cells() > 0)
    made.update({{"sweep_cells", found.swept.cells()},
                 {"sweep_seconds", found.sweeps.seconds},
                 {"sweep_gpus", found.sweeps.devices.size()}});
  made["engines"] = json::array();
  for (const engine_estimate& each : found.engines) {
    json& engine = made["engines"].emplace_back(json{{"engine", each.name},
                                                     {"thread_seconds", each.thread_seconds},
                                                     {"low", each.low},
                                                     {"high", each.high},
                                                     {"seconds", each.seconds},
                                                     {"measured_here", each.is_measured}});
    if (each.device)
      engine.update({{"device_memory_bytes", each.device->held},
                     {"bytes_to_device", each.device->to},
                     {"bytes_from_device", each.device->from}});
  }
  made["engine"] = found.engine().name;
  made["reason"] = found.reason;
  made["threads"] = options.threads.of_run;
  made["seconds"] = found.engine().seconds;
  made.update(space_entry(found.space));
  made["work"] = work_entry(found, inputs.scale);
  for (std::size_t u = 0; u < by_search_unit::names.size() && inputs.is_searched; ++u)
    made["search_work"][std::string(by_search_unit::names[u])] = found.search_work.values[u];
  made["calibration"] = found.calibration.empty() ? json(nullptr) : json(found.calibration);
  if (budget) {
    const within_budget done = done_in(found, options.threads.of_run, inputs.scale, *budget);
    json longest = json::array();
    for (const std::size_t at : longest_results(found))
      longest.push_back({{"result", name_of(found.targets[at], inputs)}, {"seconds", found.engine().of_results[at]}});
    made["budget"] = {
        {"seconds", *budget}, {"results", done.n_results}, {"share", done.share}, {"longest", std::move(longest)}};
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
  for (const std::size_t at : longest_first(found)) {
    const alignment_case& first = found.targets[at].cases.front();
    const expected_work& work = found.work[at];
    std::string strands;
    const auto& cases = found.targets[at].cases;
    for (std::size_t k = 0; k < cases.size(); ++k)
      if (!shares_strand(cases, k)) strands += fmt::format("{}{}", strands.empty() ? "" : ",", to_char(cases[k].on));
    table += fmt::format("{}\t{}\t{}\t{}\t{}\t{:.3g}\t{:.1f}\t{}\t{}\t{}", inputs.targets.targets[first.target].name,
                         inputs.sequences.catalog().name(first.sequence), first.region.start, first.region.end, strands,
                         seconds[at], work.bytes / 1e6, work.paper.sequential, work.paper.intra, work.paper.inter);
    for (const double count : work.costs.values) table += fmt::format("\t{:.6g}", count);
    table += '\n';
  }
  return table;
}

}  // namespace exonweave::apps

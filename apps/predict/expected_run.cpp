#include "predict/expected_run.hpp"

#include <algorithm>
#include <numeric>
#include <set>

#include "exons/gene_finding/gene_finder.hpp"
#include "exons/loci/locus_search.hpp"
#include "exons/run/model_genes.hpp"
#include "predict/predict_run.hpp"
#include "runtime_model/run_estimate/run_estimate.hpp"
#include "runtime_model/times/expected_times.hpp"

namespace exonweave::apps {

engine_seconds expected_run_seconds(const placed_run& placed) {
  const run_rules& rules = placed.inputs.rules;
  const auto counting = make_counting_engine({.may_sweep = true});
  const auto how = make_prediction_options(rules.models, placed, placed.inputs.first_model, *counting);
  return [&placed, &rules, scoring = how.scoring,
          work = expect_work(placed.input(), how, requested_targets(placed.input()), sample_for_choice)](
             const auto& engine) {
    const spliced::engine_facts& working = working_engine(engine.name, scoring);
    const spliced::cost_model prices = prices_for(working, rules.costs.prices());
    const auto seconds = expected_seconds(work, prices);
    return seconds_on_threads(working, prices,
                              placed.inputs.scale * std::accumulate(seconds.begin(), seconds.end(), 0.0),
                              rules.threads.of_run);
  };
}

std::vector<std::pair<std::string, double>> predicted_stages(const planned_run& plan, const summary_results& results,
                                                             const own_gene_model& model) {
  const predict_inputs& inputs = plan.inputs;
  const spliced::cost_model& prices = inputs.rules.costs.prices();
  const unsigned n_threads = inputs.rules.threads.here;
  std::vector<std::pair<std::string, double>> stages;
  if (plan.found && plan.found->n_window_bases > 0) {
    const auto work = expected_search_work(inputs, plan.found->n_window_bases);
    stages.emplace_back("search", prices.predict(work) / n_threads);
  }
  const auto add = [&](const char* stage, double thread_seconds) {
    const auto& engine = working_engine(plan.engine->name(), plan.how.scoring);
    stages.emplace_back(stage, seconds_on_threads(engine, prices, thread_seconds, n_threads));
  };
  if (!inputs.rules.is_continued) {
    if (!plan.learnt.rounds.empty()) add("learn", plan.cost_model().predict(plan.learnt.costs));
    add("align", results.predicted_thread_seconds());
  }
  if (model.n_parses > 0) {
    const auto times = gene_model_times_of(inputs, model.n_parses);
    stages.emplace_back("gene model", seconds_of_pieces(times.thread_seconds, times.n_pieces, n_threads));
  }
  return stages;
}

std::vector<std::uint64_t> expected_progress(const planned_run& plan, const result_log& log) {
  constexpr std::uint64_t fewest_cells = 30'000'000'000;
  constexpr std::size_t max_results = 100'000;  // each takes some 400 bytes meanwhile
  if (count_planned_cells(plan.input(), plan.how, log.known) < fewest_cells) return {};
  const auto targets = requested_targets(plan.input());
  if (targets.empty() || targets.size() > max_results) return {};
  const auto work = expect_work(plan.input(), plan.how, targets, sample_for_progress);
  const auto seconds = expected_seconds(work, plan.cost_model());
  std::vector<std::uint64_t> expected_us(targets.back().place + 1, 1);
  for (std::size_t k = 0; k < targets.size(); ++k)
    expected_us[targets[k].place] += static_cast<std::uint64_t>(1e6 * seconds[k]);
  return expected_us;
}

spliced::by_cost_unit expected_search_work(const predict_inputs& inputs, std::uint64_t n_window_bases) {
  return work_of_search(static_cast<double>(count_nt(inputs.sequences.catalog())), inputs.n_residues,
                        inputs.scale * static_cast<double>(n_window_bases));
}

predict_inputs with_few_searched(predict_inputs inputs) {
  const auto nt = static_cast<double>(count_nt(inputs.sequences.catalog()));
  inputs.scale = keep_some(inputs.targets, max_searched(inputs.targets, nt, inputs.rules.costs.prices()));
  return inputs;
}

namespace {

constexpr std::size_t rounds_of_learning = 2;

// Of all targets of the run.
double targets_with_case(const planned_run& plan) {
  std::set<std::size_t> targets;
  for (const alignment_task& each : plan.cases()) targets.insert(each.target);
  return plan.inputs.scale * static_cast<double>(targets.size());
}

}  // namespace

std::size_t expected_parses(const planned_run& plan) {
  switch (plan.inputs.rules.genes.gene_model) {
    case gene_model_request::off:
      return 0;
    case gene_model_request::given:
      return 1;
    case gene_model_request::on:
      return rounds_of_learning;
    case gene_model_request::automatic:
      break;
  }
  return targets_with_case(plan) < static_cast<double>(fewest_model_genes) ? 0 : rounds_of_learning;
}

gene_model_times gene_model_times_of(const predict_inputs& inputs, std::size_t n_parses) {
  const piece_counts pieces = count_pieces(inputs.sequences.catalog());
  gene_model_times made{.work = work_of_parses(static_cast<double>(pieces.n_bases), n_parses), .n_pieces = pieces.n};
  made.thread_seconds = inputs.rules.costs.prices().predict(made.work);
  return made;
}

}  // namespace exonweave::apps

// `exonweave shard`: divides a run of predict into parts that are expected to take equally long.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>
#include <optional>

#include "base/files/output_group.hpp"
#include "cli/failures.hpp"
#include "cli/help_formatter.hpp"
#include "cli/messages.hpp"
#include "cli/subcommands.hpp"
#include "exons/run/planner.hpp"
#include "predict/predict_memory.hpp"
#include "predict/predict_output_options.hpp"
#include "predict/predict_search.hpp"
#include "predict/predict_stages.hpp"
#include "runtime_model/estimate.hpp"
#include "runtime_model/times/expected_times.hpp"

namespace exonweave::apps {
namespace {

struct shard_options {
  predict_options run;
  std::size_t n_parts = 0;
  std::string plan_out;
  std::string parts_out;  // empty: none
};

struct planned_part {
  std::size_t n_results = 0;
  double seconds = 0;  // of one thread
  double of_mean = 1;
  double bytes = 0;  // at its peak
};

std::vector<planned_part> planned_parts(const placed_run& placed, const run_division& division,
                                        const std::vector<expected_work>& work, const std::vector<double>& seconds) {
  const auto sums = seconds_of_parts(division, seconds);
  const double mean = std::accumulate(sums.begin(), sums.end(), 0.0) / static_cast<double>(sums.size());
  memory_terms terms = placed.inputs.rules.memory;
  terms.requested.reset();
  const memory_plan plan = plan_memory(contents_of(placed.inputs, placed.places(), placed.inputs.scale), terms);
  std::vector<planned_part> parts(division.n_parts);
  std::vector<std::vector<result_memory>> results(division.n_parts);
  for (std::size_t place = 0; place < work.size(); ++place)
    results[division.part_of[place]].push_back(work[place].memory);
  for (std::size_t part = 0; part < sums.size(); ++part) {
    const std::size_t n_results = results[part].size();
    parts[part] = {n_results, sums[part], mean > 0 ? sums[part] / mean : 1, plan.peak(std::move(results[part]))};
  }
  return parts;
}

std::string parts_table(const std::vector<planned_part>& parts) {
  std::string table = "part\tresults\tseconds\tof_mean\tmemory_mb\n";
  for (std::size_t part = 0; part < parts.size(); ++part)
    table += fmt::format("{}\t{}\t{:.3g}\t{:.3f}\t{:.0f}\n", part + 1, parts[part].n_results, parts[part].seconds,
                         parts[part].of_mean, std::ceil(parts[part].bytes / 1e6));
  return table;
}

void check(const shard_options& options) {
  if (!is_file_or_new(options.plan_out) || is_packed_name(options.plan_out))
    throw bad_usage({.what = "--plan: not the name of a file that is not packed",
                     .got = options.plan_out,
                     .need = "such as run.plan"});
}

// What parts and their merge go by, unless it is given to them as well.
std::vector<noted_option> options_of_results(const std::vector<given_option>& given) {
  std::vector<noted_option> kept;
  for (const given_option& each : given)
    if (each.decides_results) kept.emplace_back(each.name, each.values);
  return kept;
}

void tell_parts(const run_division& division, const std::vector<planned_part>& parts, double seconds) {
  const double largest = std::ranges::max(parts, {}, &planned_part::of_mean).of_mean;
  tell("exonweave: the longest part is expected to take {:.3f} of the mean\n", largest);
  print_closing_line({{division.n_parts, "part", "parts"}, {division.part_of.size(), "result", "results"}}, seconds);
}

// What is divided, and how much each part takes.
std::vector<planned_part> plan_parts(const shard_options& requested, const predict_inputs& inputs, run_notes& noted,
                                     run_context& run) {
  const predict_options& options = requested.run;
  progress_notes notes(options, {}, nullptr, &noted);
  const planned_run planned = plan_run(inputs, {}, notes, run.clock, run.problems);
  const auto targets = targets_of(planned.input());
  const auto work = expect_work(planned.input(), planned.how, targets);
  const auto seconds = expected_seconds(work, planned.cost_model());
  noted.options = options_of_results(options.given);
  const run_division& division = noted.division.emplace(divide_run(targets, seconds, requested.n_parts));
  if (division.part_of.size() < division.n_parts)
    run.problems.warn({.what = "more parts than results: some parts are empty",
                       .got = std::to_string(division.n_parts),
                       .need = fmt::format("at most {}", division.part_of.size())});
  run.clock.end();
  planned.warnings->tell(run.problems);
  return planned_parts(planned, division, work, seconds);
}

void shard(const shard_options& options) {
  check(options);
  check_run(options.run);
  refuse_bounds(options.run, "shard");
  output_file plan(options.plan_out);
  std::optional<output_file> table;
  if (!options.parts_out.empty()) table.emplace(options.parts_out);
  run_context run(options.run);
  const predict_inputs inputs = read_run(options.run, run);
  run.sum_inputs(options.run, inputs);
  refuse_pipes(run.files(), "shard");
  run_notes noted;
  const auto parts = plan_parts(options, inputs, noted, run);
  plan.write(to_file(settings_of(options.run, inputs, run.files()), noted));
  if (table) table->write(parts_table(parts));
  run.check_inputs();
  output_group outputs;
  if (table) outputs.add(*table);
  outputs.add(plan);
  outputs.commit();
  if (!options.run.quiet) tell_parts(*noted.division, parts, run.clock.total());
}

}  // namespace

void add_shard(CLI::App& app) {
  CLI::App* command = app.add_subcommand("shard", "Divide a run of predict into parts of equal expected time");
  show_examples(*command, {{{"exonweave shard genome.fa proteins.fa --parts 20 -o run.plan"},
                            "Divide a run into 20 parts, each for one 'exonweave predict --plan run.plan --part K'."}});
  const auto options = std::make_shared<shard_options>();
  options->run.out.clear();
  options->run.journal = no_journal;
  options->run.role.is_division = true;
  add_predict_options(*command, options->run, run_command::shard);
  begin_option_group(*command, "Run", option_role::other);
  add_parsed_option(
      *command, "--parts", options->n_parts,
      [](const std::string& option, const std::string& text) {
        return static_cast<std::size_t>(parse_count(option, text, 1, max_parts));
      },
      "Number of parts", "N");
  command->get_option("--parts")->required();
  command
      ->add_option("-o,--plan", options->plan_out,
                   "Plan of the run, for 'exonweave predict --part' and 'exonweave merge'")
      ->type_name("FILE")
      ->required();
  command->add_option("--parts-out", options->parts_out, "Table of the work of each part")->type_name("FILE");
  add_other_options(*command, options->run);
  command->callback([options, command] {
    options->run.given = given_options(*command);
    options->run.other_outputs = {{"--plan", options->plan_out}, {"--parts-out", options->parts_out}};
    shard(*options);
  });
}

}  // namespace exonweave::apps

#include "predict/predict_parts.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <utility>

#include "base/files/byte_source.hpp"
#include "base/files/file_text.hpp"
#include "cli/failures.hpp"
#include "cli/help_formatter.hpp"
#include "cli/messages.hpp"
#include "cli/subcommands.hpp"
#include "predict/predict_memory.hpp"
#include "predict/predict_output_options.hpp"
#include "predict/predict_outputs.hpp"
#include "predict/predict_search.hpp"
#include "predict/predict_whole.hpp"

namespace exonweave::apps {
namespace {

constexpr const char* part_setting = "part";

// What a journal of a part is recognised by, next to the settings of the run. Parts from 1 on.
std::vector<run_setting> settings_of_part(std::vector<run_setting> settings, const run_plan& plan, std::size_t part) {
  settings.emplace_back("MD5 of plan", plan.md5);
  settings.emplace_back(part_setting, std::to_string(part));
  return settings;
}

// Nothing: of a whole run.
std::optional<std::size_t> part_in(const std::vector<run_setting>& noted) {
  const auto noted_part = std::ranges::find(noted, part_setting, &run_setting::first);
  if (noted_part == noted.end()) return std::nullopt;
  return static_cast<std::size_t>(parse_plain_integer(noted_part->second).value_or(0));
}

// What a file holds is not known before it is read.
template <class Action>
auto read_notes_within_memory(const predict_options& options, const predict_inputs& inputs, const std::string& path,
                              const std::string& hint, const Action& act) {
  return within_memory(options.memory, held_without_models(inputs, given_places(inputs)),
                       {.where = {path}, .what = "not enough memory for its content", .hint = hint}, act);
}

std::string parts_text(std::size_t n) { return n == 1 ? "part 1" : fmt::format("parts 1 to {}", n); }

// One part as it was left.
struct read_part {
  std::size_t number = 0;
  std::map<std::size_t, locus_result> results{};  // by place
};

read_part read_one(const std::string& path, const std::vector<run_setting>& settings, const predict_inputs& inputs,
                   const run_plan& plan) {
  const notes_kind kind{"part", "merge the files that 'predict --part' made by this plan, with the same options"};
  read_part made;
  run_notes notes = read_notes(path, kind, [&](const std::vector<run_setting>& noted) {
    const auto part = part_in(noted);
    if (!part)
      throw bad_data({.where = {path},
                      .what = "not a part of a run",
                      .got = "the journal of a whole one, or a plan",
                      .need = "--journal of predict --part"});
    made.number = *part;
    check_settings(noted, settings_of_part(settings, plan, *part), path, kind);
  });
  if (made.number == 0 || made.number > plan.notes.division->n_parts)
    refuse_notes(path, kind, "a part that is not in the plan");
  check_notes(notes, inputs_of_notes(inputs), path, kind);
  for (placed_result& each : notes.results) made.results.insert_or_assign(each.place, std::move(each.result));
  return made;
}

// The places of part `number` for which there is no result.
std::size_t count_missing(const run_division& division, const read_part& part) {
  std::size_t n = 0;
  for (std::size_t place = 0; place < division.part_of.size(); ++place)
    if (division.part_of[place] + 1 == part.number && !part.results.contains(place)) ++n;
  return n;
}

void tell_missing(const std::vector<std::string>& file_of, const std::string& plan, report& problems) {
  constexpr std::size_t max_reported = 10;
  std::vector<std::size_t> missing;
  for (std::size_t part = 1; part <= file_of.size(); ++part)
    if (file_of[part - 1].empty()) missing.push_back(part);
  if (missing.empty()) return;
  const std::span reported(missing.data(), std::min(max_reported, missing.size()));
  problems.error(
      {.where = {plan},
       .what = fmt::format("{} missing: {}{}", missing.size() == 1 ? "a part is" : "parts are",
                           fmt::join(reported, ", "), missing.size() > max_reported ? ", ..." : ""),
       .got = fmt::format("{} of {} parts", file_of.size() - missing.size(), file_of.size()),
       .need = "all",
       .hint = fmt::format("predict --plan {} --part {} --journal FILE --resume makes one", plan, missing.front())});
}

const notes_kind plan_kind{"plan", "give the options of 'exonweave shard', or make another plan"};

// Without its settings. Throws bad_data for a part.
run_notes read_plan_file(const std::string& path, const std::function<void(const std::vector<run_setting>&)>& check) {
  return read_notes(path, plan_kind, [&](const std::vector<run_setting>& noted) {
    if (part_in(noted)) throw bad_data({.where = {path}, .what = "this is a part of a run", .need = "its plan"});
    check(noted);
  });
}

}  // namespace

namespace {

bool is_named(const std::vector<given_option>& given, const std::string& name) {
  return std::ranges::find(given, name, &given_option::name) != given.end();
}

// A plan that is not there is the only one of several mistakes that is reported here, and only where nothing else is
// reported before it: no run does without inputs.
std::vector<noted_option> options_of_plan(const std::string& path, const std::vector<given_option>& given) {
  try {
    return read_plan_file(path, [](const auto&) {}).options;
  } catch (const missing_input&) {
    if (!is_named(given, "--genome") || !is_named(given, "--targets")) throw;
    return {};
  }
}

// Reads what there is of a command line. What is wrong with it is reported when it is read for good.
void read_leniently(CLI::App& command, std::vector<std::string> words) {
  for (CLI::Option* each : command.get_options()) each->required(false);
  command.allow_extras();
  std::ranges::reverse(words);  // as CLI11 takes them
  try {
    command.parse(words);
  } catch (const CLI::ParseError&) {
  } catch (const failure&) {
  }
}

}  // namespace

std::vector<std::string> with_options_of_plan(std::vector<std::string> words) {
  const bool takes_plan = !words.empty() && (words.front() == "predict" || words.front() == "merge");
  if (!takes_plan || std::ranges::none_of(words, [](const std::string& each) { return each.starts_with("--plan"); }))
    return words;
  predict_options unused;
  CLI::App command;
  add_predict_options(command, unused, words.front() == "merge" ? run_command::merge : run_command::predict);
  add_other_options(command, unused);
  read_leniently(command, {words.begin() + 1, words.end()});
  const auto given = given_options(command);
  if (unused.role.plan.empty()) return words;
  std::vector<std::string> planned;
  for (const auto& [name, values] : options_of_plan(unused.role.plan, given)) {
    if (command.get_option_no_throw(name) == nullptr || is_named(given, name)) continue;
    if (values.empty()) planned.push_back(name);
    for (const std::string& value : values) planned.push_back(name + "=" + value);
  }
  words.insert(words.begin() + 1, planned.begin(), planned.end());
  return words;
}

run_plan read_plan(const predict_options& options, const predict_inputs& inputs, const std::vector<input_file>& files) {
  const std::string& path = options.role.plan;
  const auto settings = settings_of(options, inputs, files);
  const auto read = [&] {
    return read_plan_file(path, [&](const auto& noted) { check_settings(noted, settings, path, plan_kind); });
  };
  run_plan plan{read_notes_within_memory(options, inputs, path, "", read), checksum_file(path).md5};
  check_notes(plan.notes, inputs_of_notes(inputs), path, plan_kind);
  if (plan.notes.division && plan.notes.division->n_parts > max_parts)
    refuse_notes(path, plan_kind, "more parts than a run may have");
  if (!plan.notes.division)
    throw bad_data({.where = {path}, .what = "not a whole plan", .need = "a file of 'exonweave shard'"});
  return plan;
}

namespace {

std::vector<placed_result> read_all(const predict_options& options, const predict_inputs& inputs,
                                    const std::vector<input_file>& files, const run_plan& plan) {
  const auto settings = settings_of(options, inputs, files);
  const run_division& division = *plan.notes.division;
  std::vector<std::string> file_of(division.n_parts);
  std::vector<placed_result> results;
  report problems;
  for (const std::string& path : options.role.parts) {
    read_part part = read_one(path, settings, inputs, plan);
    std::string& file = file_of[part.number - 1];
    if (!file.empty()) {
      problems.error({.where = {path},
                      .what = fmt::format("part {} is given twice", part.number),
                      .got = file,
                      .need = "each part once"});
      continue;
    }
    file = path;
    if (const std::size_t n_missing = count_missing(division, part); n_missing > 0)
      problems.error({.where = {path},
                      .what = fmt::format("part {} is not done", part.number),
                      .got = fmt::format("{} of {} results", part.results.size(), part.results.size() + n_missing),
                      .need = "all",
                      .hint = "predict --part with --resume continues it"});
    for (auto& [place, result] : part.results) results.push_back({place, std::move(result)});
  }
  tell_missing(file_of, options.role.plan, problems);
  problems.throw_if_errors();
  return results;
}

}  // namespace

std::vector<placed_result> read_parts(const predict_options& options, const predict_inputs& inputs,
                                      const std::vector<input_file>& files, const run_plan& plan) {
  return read_notes_within_memory(options, inputs, options.role.parts.front(), ": merge holds the results of all parts",
                                  [&] { return read_all(options, inputs, files, plan); });
}

void check_part(const predict_options& options) {
  if (options.role.part.has_value() != !options.role.plan.empty())
    throw bad_usage({.what = options.role.part ? "--part without --plan" : "--plan without --part",
                     .need = "both, or neither",
                     .hint = "'exonweave merge' writes the outputs of all parts"});
  if (!options.role.part) return;
  if (options.journal.empty() || options.journal == no_journal)
    throw bad_usage(
        {.what = "--part without --journal", .need = "--journal FILE", .hint = "the results of the part go there"});
  for (const named_path& each : output_paths(options))
    if (each.option != "--journal" && !each.path.empty() && (each.path != "-" || is_named(options.given, each.option)))
      throw bad_usage({.what = each.option + " together with --part",
                       .got = each.path,
                       .need = "--journal",
                       .hint = "'exonweave merge' writes the outputs of all parts"});
}

namespace {

run_division take_division(run_plan& plan, std::size_t part) {
  run_division division = *std::exchange(plan.notes.division, {});
  if (part > division.n_parts)
    throw bad_usage(
        {.what = "--part: not in the plan", .got = std::to_string(part), .need = parts_text(division.n_parts)});
  return division;
}

// Returns how many results there are, those that are too large included.
std::size_t align_part(const planned_run& planned, result_log&& log, run_context& run) {
  std::size_t n_results = 0;
  log.has_models = true;
  align(
      planned,
      [&](locus_result&& result) {
        ++n_results;
        if (!result.too_large) return;
        if (planned.inputs.rules.is_strict) throw region_too_large(*result.too_large);
        run.problems.warn(*result.too_large);
      },
      std::move(log), run.clock);
  return n_results;
}

}  // namespace

void predict_part(const predict_options& options) {
  check_run(options);
  refuse_bounds(options, "--part");
  run_context run(options);
  const predict_inputs inputs = read_run(options, run);
  run.sum_inputs(options, inputs);
  refuse_pipes(run.files(), "--part");
  run_plan plan = read_plan(options, inputs, run.files());
  run.watch.all_are_open();
  const std::size_t part = *options.role.part;
  const run_division division = take_division(plan, part);
  const auto journal =
      read_notes_within_memory(options, inputs, journal_path(options), ", or divide the run into more parts", [&] {
        return begin_journal<run_journal>(options,
                                          settings_of_part(settings_of(options, inputs, run.files()), plan, part));
      });
  try {
    plan.notes.results = take_notes(*journal, inputs).results;
    progress_notes notes(options, std::move(plan.notes), journal.get());
    const dividing_plan divided{options.role.plan, division.part_of.size()};
    const planned_run planned =
        plan_run(inputs, {{division.places_of(part - 1)}, divided}, notes, run.clock, run.problems);
    const std::size_t n_results = align_part(planned, notes.take_log(), run);
    run.clock.end();
    planned.warnings->tell(run.problems);
    run.check_inputs();
    journal->sync();
    if (!options.quiet) print_closing_line({{n_results, "result", "results"}}, run.clock.total());
  } catch (...) {
    leave_journal(options, journal.get(), run.has_other_inputs());
    throw;
  }
}

namespace {

void merge(const predict_options& options) {
  check_run(options);
  predict_outputs outputs(options);
  run_context run(options);
  const predict_inputs inputs = read_run(options, run);
  run.sum_inputs(options, inputs);
  refuse_pipes(run.files(), "merge");
  run_plan plan = read_plan(options, inputs, run.files());
  const dividing_plan divided{options.role.plan, plan.notes.division->part_of.size()};
  plan.notes.results = read_parts(options, inputs, run.files(), plan);
  run.watch.all_are_open();
  progress_notes notes(options, std::move(plan.notes), nullptr);
  const predict_outcome outcome = predict_whole(inputs, {{}, divided}, outputs, notes, run);
  if (!options.quiet) print_closing_line(outcome_text(outcome), run.clock.total());
}

}  // namespace

void add_merge(CLI::App& app) {
  CLI::App* command = app.add_subcommand("merge", "Write the outputs of a run from its parts");
  show_examples(*command, {{{"exonweave merge --plan run.plan --locus-out genes.gff3 -o models.gff3.gz *.part"},
                            "Write the outputs of the run that run.plan divides."}});
  const auto options = std::make_shared<predict_options>();
  options->journal = no_journal;
  add_predict_options(*command, *options, run_command::merge);
  add_other_options(*command, *options);
  command->callback([options, command] {
    options->given = given_options(*command);
    merge(*options);
  });
}

}  // namespace exonweave::apps

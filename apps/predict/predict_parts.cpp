#include "predict/predict_parts.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <optional>
#include <span>
#include <utility>

#include "base/files/byte_source.hpp"
#include "base/files/numbers.hpp"
#include "cli/closing_line.hpp"
#include "cli/failures.hpp"
#include "predict/predict_bounds.hpp"
#include "predict/predict_memory.hpp"
#include "predict/predict_output_options.hpp"

namespace exonweave::apps {
namespace {

constexpr const char* part_setting = "part";

// What a journal of a part is recognised by. Parts from 1 on.
std::vector<run_setting> settings_of_part(const run_context& run, const predict_inputs& inputs, const run_plan& plan,
                                          std::size_t part) {
  auto settings = settings_of(run.options, inputs, run.files());
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
auto read_notes_within_memory(const run_context& run, const predict_inputs& inputs, const std::string& path,
                              const std::string& hint, const Action& act) {
  return within_memory(run.options, held_without_models(run.options, inputs, given_places(inputs)),
                       {.where = {path}, .what = "not enough memory for its content", .hint = hint}, act);
}

std::string parts_text(std::size_t n) { return n == 1 ? "part 1" : fmt::format("parts 1 to {}", n); }

// One part as it was left.
struct read_part {
  std::size_t number = 0;
  std::map<std::size_t, locus_result> results{};  // by place
};

read_part read_one(const std::string& path, const run_context& run, const predict_inputs& inputs,
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
    check_settings(noted, settings_of_part(run, inputs, plan, *part), path, kind);
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

std::vector<noted_option> options_of_plan(const std::string& path) {
  return read_plan_file(path, [](const auto&) {}).options;
}

run_plan read_plan(const run_context& run, const predict_inputs& inputs) {
  const std::string& path = run.options.role.plan;
  const auto settings = settings_of(run.options, inputs, run.files());
  const auto read = [&] {
    return read_plan_file(path, [&](const auto& noted) { check_settings(noted, settings, path, plan_kind); });
  };
  run_plan plan{read_notes_within_memory(run, inputs, path, "", read), checksum_file(path).md5};
  check_notes(plan.notes, inputs_of_notes(inputs), path, plan_kind);
  if (plan.notes.division && plan.notes.division->n_parts > max_parts)
    refuse_notes(path, plan_kind, "more parts than a run may have");
  if (!plan.notes.division)
    throw bad_data({.where = {path}, .what = "not a whole plan", .need = "a file of 'exonweave shard'"});
  return plan;
}

namespace {

std::vector<placed_result> read_all(const run_context& run, const predict_inputs& inputs, const run_plan& plan) {
  const run_division& division = *plan.notes.division;
  std::vector<std::string> file_of(division.n_parts);
  std::vector<placed_result> results;
  report problems;
  for (const std::string& path : run.options.role.parts) {
    read_part part = read_one(path, run, inputs, plan);
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
  tell_missing(file_of, run.options.role.plan, problems);
  problems.throw_if_errors();
  return results;
}

}  // namespace

std::vector<placed_result> read_parts(const run_context& run, const predict_inputs& inputs, const run_plan& plan) {
  return read_notes_within_memory(run, inputs, run.options.role.parts.front(), ": merge holds the results of all parts",
                                  [&] { return read_all(run, inputs, plan); });
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
    if (each.option != "--journal" &&
        std::ranges::find(options.given, each.option, &given_option::name) != options.given.end())
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
std::size_t align_part(run_context& run, const planned_run& planned, result_log&& log) {
  std::size_t n_results = 0;
  log.has_models = true;
  align(
      run, planned,
      [&](locus_result&& result) {
        ++n_results;
        if (!result.too_large) return;
        if (run.options.is_strict) throw region_too_large(*result.too_large);
        run.problems.warn(*result.too_large);
      },
      std::move(log));
  return n_results;
}

}  // namespace

void predict_part(const predict_options& options) {
  check_run(options);
  refuse_bounds(options, "--part");
  run_context run(options);
  const predict_inputs inputs = read_run(run);
  run.sum_inputs(inputs);
  refuse_pipes(run.files(), "--part");
  run_plan plan = read_plan(run, inputs);
  run.watch.all_are_open();
  const std::size_t part = *options.role.part;
  const run_division division = take_division(plan, part);
  const auto journal = read_notes_within_memory(
      run, inputs, journal_path(options), ", or divide the run into more parts",
      [&] { return begin_journal<run_journal>(options, settings_of_part(run, inputs, plan, part)); });
  try {
    plan.notes.results = take_notes(*journal, inputs).results;
    progress_notes notes(options, std::move(plan.notes), journal.get());
    const planned_run planned = plan_run(run, inputs, {division.places_of(part - 1), division.part_of.size()}, notes);
    const std::size_t n_results = align_part(run, planned, notes.take_log());
    run.finish();
    run.check_inputs();
    journal->sync();
    if (!options.quiet) print_closing_line({{n_results, "result", "results"}}, run.clock.total());
  } catch (...) {
    leave_journal(options, journal.get(), run.has_other_inputs());
    throw;
  }
}

}  // namespace exonweave::apps

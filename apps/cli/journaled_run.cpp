#include "cli/journaled_run.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <map>

#include "cli/failures.hpp"
#include "cli/help_formatter.hpp"
#include "cli/messages.hpp"
#include "cli/process.hpp"

namespace exonweave::apps {
namespace {

constexpr std::string_view journal_format = "8";  // of what stands in it

bool is_requested(const long_run_options& options) {
  return !options.resumes_by_itself && (options.resumes || !options.journal.empty());
}

bool is_pipe(const input_file& file) { return !file.sum; }

std::string results_text(const journal_file& journal) {
  if (journal.n_results() == 0)
    return fmt::format("{}: no results{}", journal.path(),
                       journal.holds_anything() ? ", but the steps before them," : "");
  return fmt::format("{}: {} result{}", journal.path(), journal.n_results(), journal.n_results() == 1 ? "" : "s");
}

std::string text_of_damage(const journal_file& journal) {
  if (journal.damaged_bytes() == 0) return "";
  return fmt::format("; {} damaged bytes at its end are ignored", journal.damaged_bytes());
}

}  // namespace

void add_journal_options(CLI::App& command, long_run_options& options, const std::string& long_runs) {
  command
      .add_option("--journal", options.journal,
                  fmt::format("Results so far, for --resume; removed at the end. 'off' writes no journal (default: "
                              "--out with .journal at its end, for {}; else off)",
                              long_runs))
      ->type_name("FILE|off");
  command.add_flag("--resume", options.resumes, "Resume an interrupted run of the same command");
  mark_advanced(command, {"--journal"});
}

std::string journal_path(const long_run_options& options) {
  return options.journal.empty() ? options.out + ".journal" : options.journal;
}

std::string possible_journal(const long_run_options& options) {
  const bool is_possible = options.journal.empty() ? options.out != "-" : options.journal != no_journal;
  return is_possible ? journal_path(options) : "";
}

named_path named_journal(const long_run_options& options) {
  return {options.journal.empty() ? "the journal of --out" : "--journal", possible_journal(options)};
}

bool is_file_or_new(const std::string& path) {
  std::error_code unreadable;
  const auto status = std::filesystem::status(path, unreadable);
  return path != "-" && !path.empty() && (std::filesystem::is_regular_file(status) || !std::filesystem::exists(status));
}

bool wants_journal(const long_run_options& options, bool is_long) {
  const bool has_place = options.journal.empty() ? is_file_or_new(options.out) : options.journal != no_journal;
  if (options.resumes && !has_place)
    throw bad_usage({.what = "--resume without a journal", .need = "--out FILE, or --journal FILE"});
  return has_place && (is_requested(options) || options.resumes_by_itself || is_long);
}

void refuse_pipes(const std::vector<input_file>& files, const std::string& what) {
  const auto pipe = std::ranges::find_if(files, is_pipe);
  if (pipe != files.end())
    throw bad_usage({.what = what + " where an input is not a file",
                     .got = pipe->path,
                     .need = "files",
                     .hint = "a pipe cannot be read again"});
}

std::vector<run_setting> settings_of(const std::vector<input_file>& files) {
  std::vector<run_setting> settings{{"version of exonweave", EXONWEAVE_VERSION},
                                    {"build of exonweave", build_id()},
                                    {"format of journals", std::string(journal_format)}};
  std::map<std::string, std::size_t> n_of_role;
  for (const input_file& each : files) {
    const std::size_t n = ++n_of_role[each.role];
    settings.emplace_back(fmt::format("MD5 of {}{}", each.role, n == 1 ? "" : fmt::format(" {}", n)), each.sum->md5);
  }
  return settings;
}

void add_given(const std::vector<given_option>& given, std::vector<run_setting>& settings) {
  for (const given_option& each : given)
    if (each.decides_results && !each.is_file) settings.emplace_back(each.name, each.text());
}

std::string reason_to_begin_anew(const bad_data& other) {
  const problem_report& first = other.problems().front();
  std::string reason = first.what;
  if (!first.got.empty()) reason += fmt::format(" (before: {}, now: {})", first.need, first.got);
  if (other.total() == 1) return reason;
  return reason + fmt::format(" and {} other difference{}", other.total() - 1, other.total() == 2 ? "" : "s");
}

void tell_opened(const long_run_options& options, const journal_file& journal, const std::string& why_anew) {
  if (journal.began_with_zeros()) {
    report problems;
    problems.warn({.where = {journal.path()},
                   .what = "the journal of an earlier run begins with zeros, as a power cut leaves it: restarted"});
    return print_warnings(problems);
  }
  if (options.quiet) return;
  if (journal.is_over_another())
    tell("exonweave: {}: restarted; {}\n", journal.path(), why_anew);
  else if (options.resumes)
    tell("exonweave: {} of an earlier run{}\n", results_text(journal), text_of_damage(journal));
}

bool can_have_journal(const long_run_options& options, const std::vector<input_file>& inputs) {
  if (is_requested(options)) refuse_pipes(inputs, "a journal");
  return std::ranges::none_of(inputs, is_pipe);
}

void do_without_journal(const long_run_options& options, report& problems) {
  const auto go_on = [&problems](const failure& error) {
    problem_report problem = error.problems().front();
    problem.hint = "the run continues without a journal";
    problems.warn(std::move(problem));
  };
  if (is_requested(options)) throw;
  try {
    throw;
  } catch (const cannot_create& error) {
    go_on(error);
  } catch (const io_failure& error) {
    go_on(error);
  } catch (const foreign_file& error) {
    go_on(error);
  }
}

void try_to_note(const long_run_options& options, journal_file& journal, const std::function<void()>& note) {
  try {
    note();
  } catch (const io_failure& error) {
    if (is_requested(options)) throw;
    if (!journal.give_up()) return;
    report problems;
    problems.warn(error.problems().front());
    print_warnings(problems);
  }
}

void leave_journal(const long_run_options& options, journal_file* journal, bool has_changed_inputs) {
  if (journal == nullptr) return;
  if (has_changed_inputs || !journal->holds_anything())
    journal->remove();
  else if (!options.quiet)
    tell("exonweave: {} kept; the same command{} resumes from there\n", results_text(*journal),
         options.resumes_by_itself ? "" : " with --resume");
}

}  // namespace exonweave::apps

// Runs that keep what they have found in a journal, so that a later one resumes from there: their options, when there
// is a journal, what its run is recognised by, and what becomes of it.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/journal/journal_file.hpp"
#include "cli/command_line.hpp"
#include "cli/input_watch.hpp"
#include "cli/options.hpp"

namespace exonweave::apps {

/// What commands that have long runs are requested alike.
struct long_run_options {
  std::string out = "-";
  bool quiet = false;
  std::string journal;   // --journal; empty: see journal_path
  bool resumes = false;  // from what the journal holds
  // The run goes on from its journal unasked. One of another run is restarted.
  bool resumes_by_itself = false;
};

/// --journal and --resume. `long_runs` says which runs have a journal unasked.
void add_journal_options(CLI::App& command, long_run_options& options, const std::string& long_runs);

/// What --journal says for none.
inline constexpr const char* no_journal = "off";

/// --journal, or next to --out.
std::string journal_path(const long_run_options& options);

/// That of the journal that there may be; empty where there is none for sure.
std::string possible_journal(const long_run_options& options);

/// The same with its name for messages: nobody gave --journal where it lies next to --out.
named_path named_journal(const long_run_options& options);

/// Whether an output of this name is a file, or will be: not standard output, a pipe, a device or a folder.
bool is_file_or_new(const std::string& path);

/// Whether what was found is kept for --resume: where --journal or --resume says so, or the run resumes by itself, else
/// where --out is a file and the run is long. Throws bad_usage where --resume has nothing to go on from.
bool wants_journal(const long_run_options& options, bool is_long);

/// Refuses inputs that cannot be read again. Throws bad_usage, which names `what` for.
void refuse_pipes(const std::vector<input_file>& files, const std::string& what);

/// What results depend on, whatever the options: the program, and its inputs, none of them a pipe. Those of a role that
/// are not the first have a number.
std::vector<run_setting> settings_of(const std::vector<input_file>& files);

/// Adds the options that were given and decide results, but for files: those are recognised by what they hold.
void add_given(const std::vector<given_option>& given, std::vector<run_setting>& settings);

/// Why a run that resumes by itself does not go on from a journal: the first thing that differs.
std::string reason_to_begin_anew(const bad_data& other);

/// Reports what was in a journal when it was opened, unless --quiet; and why one of another run was restarted.
void tell_opened(const long_run_options& options, const journal_file& journal, const std::string& why_anew);

/// The journal of a run with these settings, gone on with where --resume says so. `take` gets what it holds, and throws
/// bad_data where that cannot be of this run. Throws that too when it reports of another run, unless the run resumes by
/// itself; cannot_create, io_failure.
template <class Journal>
std::unique_ptr<Journal> begin_journal(
    const long_run_options& options, const std::vector<run_setting>& settings,
    const std::function<void(Journal&)>& take = [](Journal&) {}) {
  const auto open = [&](bool goes_on) { return std::make_unique<Journal>(journal_path(options), settings, goes_on); };
  std::string why_anew = "without --resume the results of an earlier run are lost";
  std::unique_ptr<Journal> journal;
  try {
    journal = open(options.resumes);
    take(*journal);
  } catch (const foreign_file&) {
    throw;
  } catch (const bad_data& other) {
    if (!options.resumes_by_itself) throw;
    why_anew = reason_to_begin_anew(other);
    journal.reset();
    journal = open(false);
  }
  tell_opened(options, *journal, why_anew);
  return journal;
}

/// Whether all inputs can be read again. Throws bad_usage where not and a journal was requested.
bool can_have_journal(const long_run_options& options, const std::vector<input_file>& inputs);

/// A journal that nobody requested and that could not be begun is none, with a warning. To be called within a catch
/// block: throws on what is no matter of the file, and where the journal was requested.
void do_without_journal(const long_run_options& options, report& problems);

/// Where a journal is requested: null where there is none all the same, since nobody requested it and an input is a
/// pipe, or, with a warning, since it cannot be begun: what stands there is left as it is. Throws what begin_journal()
/// throws, bad_usage.
template <class Journal>
std::unique_ptr<Journal> open_journal(
    const long_run_options& options, const std::vector<input_file>& inputs,
    const std::function<std::vector<run_setting>()>& settings, report& problems,
    const std::function<void(Journal&)>& take = [](Journal&) {}) {
  if (!can_have_journal(options, inputs)) return nullptr;
  try {
    return begin_journal<Journal>(options, settings(), take);
  } catch (const failure&) {
    do_without_journal(options, problems);
    return nullptr;
  }
}

/// A journal that nobody requested and that cannot be written any more is given up with a warning; else that is
/// io_failure.
void try_to_note(const long_run_options& options, journal_file& journal, const std::function<void()>& note);

/// When a run has failed: the file stays where it holds anything that a run may go on from, and that is reported. Of
/// inputs that were changed meanwhile nothing can be gone on from. `journal` may be null.
void leave_journal(const long_run_options& options, journal_file* journal, bool has_changed_inputs);

}  // namespace exonweave::apps

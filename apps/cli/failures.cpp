// The one mapping from exceptions to exit codes and the one form of a message.
#include "cli/failures.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/resource.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <new>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "cli/failed_allocation.hpp"
#include "cli/messages.hpp"
#include "cli/options.hpp"
#include "cli/process.hpp"
#include "gpu/device/devices.hpp"

namespace exonweave::apps {
namespace {

void print_error(const std::string& text) { tell("{}{}\n", error_head(), text); }

int explain(const failure& error, int code) {
  for (const auto& problem : error.problems()) print_error(problem.text());
  if (error.total() > error.problems().size())
    print_error(fmt::format("... and {} more", error.total() - error.problems().size()));
  return code;
}

// No allocation here: memory is what is missing.
int explain_lack_of_memory() {
  constexpr std::size_t mib = 1024 * 1024;
  constexpr long kib_per_mib = 1024;
  rusage used{};
  ::getrusage(RUSAGE_SELF, &used);
  rlimit limit{};
  ::getrlimit(RLIMIT_AS, &limit);
  std::array<char, 128> text{};
  const auto write = [&text](const char* form, auto number) {
    std::snprintf(text.data(), text.size(), form, number);
    write_message(text.data());
  };
  write_message(error_head());
  write_message("out of memory: ");
  if (failed_allocation() > 0)
    write("%zu MiB more were needed", failed_allocation() / mib + 1);
  else
    write_message("more was needed");
  write(" in addition to at most %ld MiB held", used.ru_maxrss / kib_per_mib);
  if (limit.rlim_cur != RLIM_INFINITY)
    write(" (address space is limited to %zu MiB)", static_cast<std::size_t>(limit.rlim_cur) / mib);
  write_message(". Hint: give less to one run, fewer threads, or a machine with more memory\n");
  return exit_out_of_memory;
}

int explain_device(const gpu::device_failure& error) {
  print_error(fmt::format("the GPU failed: {}. Hint: --engine auto runs on the CPU", error.what()));
  return exit_no_device;
}

int explain_bug(const char* what) {
  print_error(
      fmt::format("internal error: {}. This is a bug in exonweave {}: please report it with the command line and, if "
                  "you can, the input",
                  what, EXONWEAVE_VERSION));
  return exit_bug;
}

// That of an input is missing, that of an output cannot be made; what else there is of errors has to do with the disk.
int code_of(const std::error_code& code) {
  for (const std::errc missing :
       {std::errc::no_such_file_or_directory, std::errc::permission_denied, std::errc::not_a_directory,
        std::errc::is_a_directory, std::errc::too_many_symbolic_link_levels, std::errc::filename_too_long,
        std::errc::operation_not_permitted})
    if (code == missing) return exit_missing_input;
  for (const std::errc uncreatable : {std::errc::read_only_file_system, std::errc::file_exists})
    if (code == uncreatable) return exit_cannot_create;
  return exit_io_failure;
}

int explain_filesystem(const std::filesystem::filesystem_error& error) {
  problem_report problem;
  problem.where.file = error.path1().string();
  problem.what = error.code().message();
  problem.hint = "check the path and its permissions";
  print_error(problem.text());
  return code_of(error.code());
}

// Locks that are not ours, threads that wait for themselves: who calls the system wrongly has a bug.
bool is_bug(const std::error_code& code) {
  return code == std::errc::resource_deadlock_would_occur || code == std::errc::invalid_argument ||
         code == std::errc::operation_not_permitted;
}

int explain_system(const std::system_error& error) {
  if (is_bug(error.code())) return explain_bug(error.what());
  print_error(fmt::format("the system refused a request: {}", error.what()));
  return exit_io_failure;
}

int explain_any() {
  try {
    throw;
  } catch (const bad_usage& error) {
    return explain(error, exit_usage);
  } catch (const bad_data& error) {
    return explain(error, exit_bad_data);
  } catch (const missing_input& error) {
    return explain(error, exit_missing_input);
  } catch (const no_usable_device& error) {
    return explain(error, exit_no_device);
  } catch (const gpu::device_failure& error) {
    return explain_device(error);
  } catch (const cannot_create& error) {
    return explain(error, exit_cannot_create);
  } catch (const io_failure& error) {
    return explain(error, exit_io_failure);
  } catch (const not_enough_memory& error) {
    return explain(error, exit_out_of_memory);
  } catch (const run_stopped&) {
    return code_of_stop();  // whoever sent the signal knows
  } catch (const std::bad_alloc&) {
    return explain_lack_of_memory();
  } catch (const std::filesystem::filesystem_error& error) {
    return explain_filesystem(error);
  } catch (const std::system_error& error) {
    return explain_system(error);
  } catch (const std::exception& error) {
    return explain_bug(error.what());
  } catch (...) {
    return explain_bug("an exception of unknown type");
  }
}

// The subcommand that was given, or the program itself.
const CLI::App& innermost(const CLI::App& app) {
  const auto given = app.get_subcommands();
  return given.empty() ? app : innermost(*given.front());
}

std::vector<std::string> option_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options())
    for (const auto& name : option->get_lnames()) names.push_back("--" + name);
  return names;
}

std::vector<std::string> subcommand_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* subcommand : app.get_subcommands([](const CLI::App*) { return true; }))
    names.push_back(subcommand->get_name());
  return names;
}

// The first word that nothing on the command line accounts for; empty when there is none.
std::string unknown_word(const CLI::App& app) {
  const auto words = app.remaining(true);
  return words.empty() ? "" : words.front();
}

// One that was given more often than it may be; null where there is none.
const CLI::Option* repeated_option(const CLI::App& command) {
  const auto all = command.get_options();
  const auto found = std::ranges::find_if(all, [](const CLI::Option* each) {
    return each->get_multi_option_policy() == CLI::MultiOptionPolicy::Throw &&
           each->results().size() > static_cast<std::size_t>(std::max(1, each->get_items_expected_max()));
  });
  return found == all.end() ? nullptr : *found;
}

// All at once, where CLI11 names the first alone.
std::vector<const CLI::Option*> missing_options(const CLI::App& command) {
  return command.get_options([](const CLI::Option* each) { return each->get_required() && each->count() == 0; });
}

// "--plan, PART", or with types "--plan FILE, PART FILE".
std::string names_of(const std::vector<const CLI::Option*>& options, bool with_types) {
  std::vector<std::string> names;
  for (const CLI::Option* each : options)
    names.push_back(each->get_name() + (with_types ? " " + each->get_type_name() : ""));
  return fmt::format("{}", fmt::join(names, ", "));
}

// "GENOME TARGETS, or --genome FILE --targets FILE": how what stands alone can be given; empty: there is none.
std::string forms_of(const CLI::App& command, const std::vector<const CLI::Option*>& options) {
  std::string alone, named;
  for (const CLI::Option* each : options)
    if (const CLI::Option* const other = named_form(command, *each)) {
      alone += (alone.empty() ? "" : " ") + each->get_name();
      named += fmt::format(" {} {}", other->get_name(), other->get_type_name());
    }
  return alone.empty() ? "" : alone + ", or" + named;
}

// As shells take it: between single quotes nothing but these has a meaning.
std::string word_of_shell(const std::string& word) {
  constexpr std::string_view plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./,:=+@%";
  if (!word.empty() && word.find_first_not_of(plain) == std::string::npos) return word;
  std::string quoted = "'";
  for (const char letter : word) quoted += letter == '\'' ? "'\\''" : std::string(1, letter);
  return quoted + "'";
}

// The command with `words` as values of the options that it lacks, in their order, and what it was given.
std::string proposed_line(const CLI::App& app, const CLI::App& command, const std::vector<const CLI::Option*>& missing,
                          const std::vector<std::string>& words) {
  std::string line = app.get_name() + " " + command.get_name();
  for (std::size_t k = 0; k < std::max(missing.size(), words.size()); ++k) {
    const CLI::Option& option = *missing[std::min(k, missing.size() - 1)];
    line +=
        fmt::format(" {} {}", option.get_name(), k < words.size() ? word_of_shell(words[k]) : option.get_type_name());
  }
  for (const given_option& given : given_options(command)) {
    const std::string name = given.name.starts_with("-") ? " " + given.name : "";  // or a value that stands alone
    if (given.values.empty()) line += name;
    for (const std::string& value : given.values) line += name + " " + word_of_shell(value);
  }
  return line;
}

// Values without the names of their options, in an order that the help has.
problem_report unexpected_arguments(const CLI::App& app, const CLI::App& command, problem_report problem) {
  const std::vector<std::string> words = app.remaining(true);
  const auto missing = missing_options(command);
  problem.what = "unexpected argument '" + words.front() + "'";
  problem.need = names_of(missing, true);
  const bool are_all_values =
      std::ranges::none_of(words, [](const std::string& word) { return word.starts_with("-"); });
  const bool have_options = !missing.empty() && std::ranges::all_of(missing, &CLI::Option::nonpositional);
  const bool fit = have_options && (words.size() <= missing.size() ||
                                    missing.back()->get_multi_option_policy() == CLI::MultiOptionPolicy::TakeAll);
  if (are_all_values && fit) problem.hint = "Did you mean '" + proposed_line(app, command, missing, words) + "'?";
  return problem;
}

struct replaced_option {
  std::string_view name;
  std::string_view by;
};

// Options of version 0.2, and what stands for each.
constexpr replaced_option replaced_options[] = {
    {"--min-intron", "--set min_intron=N"}, {"--min-site", "--set min_site=N"},
    {"--frameshift", "--set frameshift=N"}, {"--internal-stop", "--set internal_stop=N"},
    {"--incomplete", "--set incomplete=N"}, {"--open-end", "--set open_end=N"},
    {"--cut-intron", "--set cut_intron=N"}, {"--no-disrupted", "--set disruption=off"},
    {"--preset", "--scoring NAME"},         {"--everywhere", "--where everywhere"}};

// Of an option that the command had; empty: it had none of that name.
std::string_view replacement_of(const std::string& option, const CLI::App& command) {
  const auto found = std::ranges::find(replaced_options, option, &replaced_option::name);
  if (found == std::end(replaced_options)) return {};
  const std::string new_name(found->by.substr(0, found->by.find(' ')));
  return command.get_option_no_throw(new_name) == nullptr ? std::string_view() : found->by;
}

problem_report usage_problem(const CLI::App& app, const CLI::ParseError& error) {
  const CLI::App& command = innermost(app);
  if (const CLI::Option* const repeated = repeated_option(command))
    return {.where = {repeated->get_name()},
            .what = repeated->results().size() == 2
                        ? "the option is given twice"
                        : fmt::format("the option is given {} times", repeated->results().size()),
            .got = fmt::format("{}", fmt::join(repeated->results(), "', '")),
            .need = "it once"};
  const std::string word = unknown_word(app);
  problem_report problem;
  problem.what = error.what();
  problem.hint = "See '" + app.get_name() + (&command == &app ? "" : " " + command.get_name()) + " --help'";
  const auto missing = missing_options(command);
  if (word.empty() && dynamic_cast<const CLI::RequiredError*>(&error) != nullptr && !missing.empty()) {
    problem.what = names_of(missing, false) + (missing.size() == 1 ? " is required" : " are required");
    problem.need = forms_of(command, missing);
  }
  if (word.empty()) return problem;
  const bool is_option = word.starts_with("-");
  if (!is_option && &command != &app) return unexpected_arguments(app, command, std::move(problem));
  problem.what = fmt::format("unknown {} '{}'", is_option ? "option" : "subcommand", word);
  const auto known = is_option ? option_names(command) : subcommand_names(app);
  const std::string name = word.substr(0, word.find('='));
  const auto nearest = nearest_names(name, known, 1);
  if (!nearest.empty()) problem.hint = "Did you mean '" + nearest.front() + "'?";
  if (const std::string_view by = replacement_of(name, command); !by.empty())
    problem.hint = fmt::format("It is now '{}'", by);
  return problem;
}

}  // namespace

int explain_current_exception() noexcept {
  try {
    return explain_any();
  } catch (...) {  // not even the message could be made
    write_message(error_head());
    write_message("out of memory\n");
    return exit_out_of_memory;
  }
}

int explain_parse_error(const CLI::App& app, const CLI::ParseError& error) {
  if (error.get_exit_code() == 0) return app.exit(error);
  print_error(usage_problem(app, error).text());
  return exit_usage;
}

void print_warnings(const report& problems) {
  for (const auto& text : problems.warnings()) tell("{}{}\n", warning_head(), text);
}

}  // namespace exonweave::apps

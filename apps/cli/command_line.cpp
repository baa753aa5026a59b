#include "cli/command_line.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "base/files/report.hpp"
#include "cli/messages.hpp"

namespace exonweave::apps {

namespace {

[[noreturn]] void refuse(const CLI::Option& option) {
  problem_report problem;
  problem.where.file = option.get_name();
  problem.what = "the value is empty";
  problem.need = option.get_type_name();
  problem.hint = "omit the option, or check whether a shell variable is not set";
  throw bad_usage(problem);
}

// Those of the app itself and of all its subcommands that take a value.
std::vector<CLI::Option*> options_with_value(CLI::App& app) {
  auto options = app.get_options([](const CLI::Option* option) { return option->get_items_expected_max() > 0; });
  for (CLI::App* subcommand : app.get_subcommands([](const CLI::App*) { return true; })) {
    const auto more = options_with_value(*subcommand);
    options.insert(options.end(), more.begin(), more.end());
  }
  return options;
}

// The subcommand that the words name, or else the app with all of its own.
CLI::App& command_of(CLI::App& app, std::span<const char* const> words) {
  const auto named = app.get_subcommands(
      [&words](const CLI::App* command) { return words.size() > 1 && command->get_name() == words[1]; });
  return named.empty() ? app : *named.front();
}

}  // namespace

void refuse_empty_values(CLI::App& app) {
  for (CLI::Option* option : options_with_value(app))
    option->check([option](const std::string& value) {
      if (value.empty()) refuse(*option);
      return std::string();
    });
}

void refuse_empty_assignments(CLI::App& app, std::span<const char* const> words) {
  for (const std::string_view word : words) {
    if (!word.starts_with("--") || !word.ends_with('=')) continue;
    const std::string name(word.substr(2, word.size() - 3));
    for (const CLI::Option* option : options_with_value(command_of(app, words)))
      if (option->check_lname(name)) refuse(*option);
  }
}

namespace {

constexpr std::array commands = {"predict", "estimate", "shard", "merge", "search", "validate", "analyze"};

bool is_number(std::string_view text) { return text.find_first_not_of("0123456789") == std::string_view::npos; }

}  // namespace

std::vector<std::string> with_targets_named(std::vector<std::string> words) {
  if (words.empty() || std::ranges::find(commands, words.front()) == commands.end()) return words;
  bool is_renamed = false;
  for (std::size_t k = 1; k < words.size() && words[k] != "--"; ++k) {
    std::string& word = words[k];
    const bool is_alone = word == "-t";
    if (!word.starts_with("-t") || is_number(is_alone && k + 1 < words.size() ? words[k + 1] : word.substr(2)))
      continue;
    word = is_alone ? "--targets" : "--targets=" + word.substr(2);
    is_renamed = true;
  }
  if (is_renamed)
    tell(
        "exonweave: note: -t FILE is now written as a positional argument or --targets; it is accepted until "
        "version 0.4.0\n");
  return words;
}

}  // namespace exonweave::apps

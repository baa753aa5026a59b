#include "cli/command_line.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cctype>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/files/report.hpp"
#include "cli/help_formatter.hpp"
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

namespace {

std::vector<std::string> alternatives(std::string_view value, char separator = '|') {
  std::vector<std::string> parts;
  for (std::size_t begin = 0; begin <= value.size();) {
    const std::size_t end = std::min(value.find(separator, begin), value.size());
    parts.emplace_back(value.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

// No placeholder, such as N, and no dots.
bool is_word(const std::string& part) {
  return !part.empty() && std::isalnum(static_cast<unsigned char>(part.front())) != 0 &&
         std::ranges::none_of(part, [](unsigned char letter) { return std::isupper(letter) != 0; });
}

option_entry entry_of(const CLI::Option& option) {
  option_entry made;
  for (const std::string& name : option.get_snames()) made.names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) made.names.push_back("--" + name);
  if (option.get_items_expected_max() > 0) made.value = option.get_type_name();
  made.help = option.get_description();
  made.is_required = option.get_required();
  if (!option.nonpositional()) made.title = option.get_name(true);
  made.is_repeated = !option.nonpositional() && option.get_items_expected_max() > 1;
  return made;
}

// Those that `belongs` holds for, but not what is hidden: CLI11 calls its group "".
template <class Belongs>
void add_group(std::vector<option_group>& groups, const CLI::App& command, std::string name, Belongs belongs) {
  option_group made{std::move(name), {}};
  for (const CLI::Option* option : command.get_options())
    if (!option->get_group().empty() && belongs(*option)) made.options.push_back(entry_of(*option));
  if (!made.options.empty()) groups.push_back(std::move(made));
}

// As --help has them: first what stands alone, whatever its group.
std::vector<option_group> groups_of(const CLI::App& command) {
  std::vector<option_group> groups;
  add_group(groups, command, "Positionals", [](const CLI::Option& option) { return !option.nonpositional(); });
  for (const std::string& name : command.get_groups())
    add_group(groups, command, name,
              [&name](const CLI::Option& option) { return option.nonpositional() && option.get_group() == name; });
  return groups;
}

}  // namespace

std::vector<std::string> option_entry::words() const {
  std::vector<std::string> found;
  const bool is_choice = value.find('|') != std::string::npos;
  if (!is_choice && value.find(',') == std::string::npos) return found;
  for (std::string& part : alternatives(value, is_choice ? '|' : ','))
    if (is_word(part)) found.push_back(std::move(part));
  return found;
}

bool option_entry::takes_list() const { return value.find('|') == std::string::npos && !words().empty(); }

bool option_entry::takes_file() const { return std::ranges::count(alternatives(value), "FILE") > 0 || takes_folder(); }

std::vector<option_entry> command_entry::options() const {
  std::vector<option_entry> all;
  for (const option_group& group : groups) all.insert(all.end(), group.options.begin(), group.options.end());
  return all;
}

command_entry command_table(const CLI::App& app) {
  command_entry made{app.get_name(), app.get_description(), groups_of(app), {}, examples_of(app)};
  const auto is_shown = [](const CLI::App* command) { return !command->get_group().empty(); };
  for (const CLI::App* command : app.get_subcommands(is_shown)) made.commands.push_back(command_table(*command));
  return made;
}

}  // namespace exonweave::apps

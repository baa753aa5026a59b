#include "cli/command_table.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cctype>
#include <string_view>
#include <utility>

namespace exonweave::apps {
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

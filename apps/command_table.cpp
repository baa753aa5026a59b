#include "command_table.hpp"

#include <algorithm>
#include <cctype>
#include <string_view>

namespace exonweave::apps {
namespace {

std::vector<std::string> alternatives(std::string_view value) {
  std::vector<std::string> parts;
  for (std::size_t begin = 0; begin <= value.size();) {
    const std::size_t end = std::min(value.find('|', begin), value.size());
    parts.emplace_back(value.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

bool is_word(const std::string& part) {
  return !part.empty() &&
         std::ranges::none_of(part, [](unsigned char letter) { return std::isupper(letter) != 0; });
}

option_entry entry_of(const CLI::Option& option) {
  option_entry made;
  for (const std::string& name : option.get_snames()) made.names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) made.names.push_back("--" + name);
  if (option.get_items_expected_max() > 0) {
    made.value = option.get_type_name();
    made.value.resize(std::min(made.value.find(':'), made.value.size()));  // behind it CLI11 tells of checks
  }
  made.help = option.get_description();
  made.is_required = option.get_required();
  return made;
}

}  // namespace

std::vector<std::string> option_entry::words() const {
  std::vector<std::string> found;
  if (value.find('|') == std::string::npos) return found;
  for (std::string& part : alternatives(value))
    if (is_word(part)) found.push_back(std::move(part));
  return found;
}

bool option_entry::takes_file() const {
  return std::ranges::count(alternatives(value), "FILE") > 0 || takes_folder();
}

command_entry command_table(const CLI::App& app) {
  command_entry made{app.get_name(), app.get_description(), {}, {}};
  for (const CLI::Option* option : app.get_options()) made.options.push_back(entry_of(*option));
  const auto any = [](const CLI::App*) { return true; };
  for (const CLI::App* command : app.get_subcommands(any)) made.commands.push_back(command_table(*command));
  return made;
}

}  // namespace exonweave::apps

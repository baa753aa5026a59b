#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string_view>

#include "cli/completion.hpp"

namespace exonweave::apps {
namespace {

// Between single quotes of fish.
std::string fish_quoted(std::string_view text) {
  std::string made = "'";
  for (const char letter : text) {
    if (letter == '\'' || letter == '\\') made += '\\';
    made += letter;
  }
  return made + "'";
}

// -r: it takes something; -F: files; -f: no files; -x: both -r and -f; -a: these.
std::string fish_values(const option_entry& option) {
  const std::string words = fmt::format("{}", fmt::join(option.words(), " "));
  if (option.value.empty()) return " -f";
  if (option.takes_folder()) return " -x -a '(__fish_complete_directories)'";
  if (option.takes_file()) return words.empty() ? " -r -F" : fmt::format(" -r -F -a {}", fish_quoted(words));
  if (option.takes_list()) return fmt::format(" -x -a '(__fish_complete_list , \"string split , {}\")'", option.value);
  return words.empty() ? " -x" : fmt::format(" -x -a {}", fish_quoted(words));
}

std::string fish_option(const option_entry& option) {
  if (option.names.empty())
    return option.takes_file() ? " -F" : fmt::format(" -a '{}'", fmt::join(option.words(), " "));
  std::string text;
  for (const std::string& name : option.names)
    text += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
  return text + fish_values(option) + " -d " + fish_quoted(option.help);
}

std::string fish_options(const command_entry& program, const command_entry& command, const std::string& condition) {
  std::string text;
  for (const option_entry& option : command.options())
    text += fmt::format("complete -c {} -n {}{}\n", program.name, fish_quoted(condition), fish_option(option));
  return text;
}

}  // namespace

std::string fish_completion(const command_entry& program) {
  const std::string at_first = "__fish_use_subcommand";
  std::string text =
      fmt::format("# Completion of {0} for fish, made by '{0} completion fish'.\ncomplete -c {0} -f\n", program.name);
  for (const command_entry& command : program.commands)
    text += fmt::format("complete -c {} -n {} -a {} -d {}\n", program.name, at_first, command.name,
                        fish_quoted(command.help));
  text += fish_options(program, program, at_first);
  for (const command_entry& command : program.commands)
    text += fish_options(program, command, "__fish_seen_subcommand_from " + command.name);
  return text;
}

}  // namespace exonweave::apps

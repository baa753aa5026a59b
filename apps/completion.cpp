#include "completion.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string_view>

namespace exonweave::apps {
namespace {

// Between single quotes of a shell.
std::string single_quoted(std::string_view text) {
  std::string made = "'";
  for (const char letter : text) made += letter == '\'' ? std::string("'\\''") : std::string(1, letter);
  return made + "'";
}

std::vector<std::string> names_of(const std::vector<command_entry>& commands) {
  std::vector<std::string> names;
  for (const command_entry& each : commands) names.push_back(each.name);
  return names;
}

std::vector<std::string> names_of(const std::vector<option_entry>& options) {
  std::vector<std::string> names;
  for (const option_entry& each : options) names.insert(names.end(), each.names.begin(), each.names.end());
  return names;
}

std::string bash_reply(const std::vector<std::string>& words) {
  return fmt::format("COMPREPLY=($(compgen -W {} -- \"$current\"))",
                     single_quoted(fmt::format("{}", fmt::join(words, " "))));
}

std::string bash_values(const option_entry& option) {
  if (option.takes_folder()) return "compopt -o filenames; COMPREPLY=($(compgen -d -- \"$current\"))";
  if (option.takes_file()) return "compopt -o filenames; COMPREPLY=($(compgen -f -- \"$current\"))";
  if (!option.words().empty()) return bash_reply(option.words());
  return ":";
}

// What may come behind an option that takes something.
std::string bash_cases(const command_entry& command) {
  std::string text;
  for (const option_entry& option : command.options) {
    if (option.value.empty() || option.names.empty()) continue;
    std::vector<std::string> patterns;
    for (const std::string& name : option.names) patterns.push_back(single_quoted(command.name + " " + name));
    text += fmt::format("    {}) {}; return ;;\n", fmt::join(patterns, "|"), bash_values(option));
  }
  return text;
}

// What stands alone, beside the options' names.
std::vector<std::string> bash_words(const command_entry& command) {
  std::vector<std::string> words = names_of(command.options);
  for (const option_entry& option : command.options)
    if (option.names.empty())
      for (const std::string& word : option.words()) words.push_back(word);
  return words;
}

std::string zsh_values(const option_entry& option) {
  if (option.takes_folder()) return "_files -/";
  if (option.takes_file()) return "_files";
  if (!option.words().empty()) return fmt::format("({})", fmt::join(option.words(), " "));
  return "";
}

// Within a specification of _arguments.
std::string zsh_text(std::string_view text) {
  std::string made;
  for (const char letter : text) {
    if (letter == '[' || letter == ']' || letter == ':' || letter == '\\') made += '\\';
    made += letter;
  }
  return made;
}

std::string zsh_option(const option_entry& option) {
  const std::string value =
      option.value.empty() ? "" : fmt::format(":{}:{}", zsh_text(option.value), zsh_values(option));
  if (option.names.empty()) return single_quoted("1" + value);
  const std::string help = fmt::format("[{}]{}", zsh_text(option.help), value);
  if (option.names.size() == 1) return single_quoted("*" + option.names.front() + help);
  return fmt::format("'*'{{{}}}{}", fmt::join(option.names, ","), single_quoted(help));
}

}  // namespace

std::string bash_completion(const command_entry& program) {
  std::string text = fmt::format(
      "# Completion of {0} for bash, made by '{0} completion bash'.\n"
      "_{0}() {{\n"
      "  local current=${{COMP_WORDS[COMP_CWORD]}} previous=${{COMP_WORDS[COMP_CWORD-1]}} "
      "command=${{COMP_WORDS[1]}}\n"
      "  COMPREPLY=()\n"
      "  if [ \"$COMP_CWORD\" -eq 1 ]; then\n    {1}\n    return\n  fi\n"
      "  case \"$command $previous\" in\n",
      program.name, [&] {
        std::vector<std::string> words = names_of(program.commands);
        for (const std::string& name : names_of(program.options)) words.push_back(name);
        return bash_reply(words);
      }());
  for (const command_entry& command : program.commands) text += bash_cases(command);
  text += "  esac\n  case \"$command\" in\n";
  for (const command_entry& command : program.commands)
    text += fmt::format("    {}) {} ;;\n", command.name, bash_reply(bash_words(command)));
  return text + fmt::format("  esac\n}}\ncomplete -F _{0} {0}\n", program.name);
}

std::string zsh_completion(const command_entry& program) {
  std::string text = fmt::format(
      "#compdef {0}\n"
      "# Completion of {0} for zsh, made by '{0} completion zsh'.\n"
      "_{0}() {{\n"
      "  local -a commands=(\n",
      program.name);
  for (const command_entry& command : program.commands)
    text += "    " + single_quoted(command.name + ":" + command.help) + "\n";
  text +=
      "  )\n"
      "  if (( CURRENT == 2 )); then\n    _describe command commands\n    return\n  fi\n"
      "  local command=$words[2]\n"
      "  shift words\n"
      "  (( CURRENT-- ))\n"
      "  case $command in\n";
  for (const command_entry& command : program.commands) {
    text += fmt::format("    {})\n      _arguments", command.name);
    for (const option_entry& option : command.options) text += " \\\n        " + zsh_option(option);
    text += " ;;\n";
  }
  return text + fmt::format("  esac\n}}\n_{} \"$@\"\n", program.name);
}

}  // namespace exonweave::apps

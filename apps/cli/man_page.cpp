#include "cli/man_page.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cctype>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/files/output.hpp"
#include "cli/help_formatter.hpp"
#include "cli/options.hpp"
#include "cli/subcommands.hpp"

namespace exonweave::apps {

namespace {

// What packs, indexes and reads the outputs, and what else aligns proteins to genomes.
constexpr auto see_also = "\\fBbgzip\\fR(1), \\fBtabix\\fR(1), \\fBsamtools\\fR(1), \\fBminiprot\\fR(1)\n";

// A letter that roff would print as another one, or take as its own, by the name that it prints as it is.
std::string roff_letter(char letter) {
  switch (letter) {
    case '-':
      return "\\-";
    case '\\':
      return "\\e";
    case '\'':
      return "\\(aq";
    case '`':
      return "\\(ga";
    case '^':
      return "\\(ha";
    case '~':
      return "\\(ti";
    default:
      return {letter};
  }
}

// Text that roff prints as it is: no dash becomes a hyphen, no line a request.
std::string plain(std::string_view text) {
  std::string made;
  for (const char letter : text) {
    if (letter == '.' && (made.empty() || made.back() == '\n')) made += "\\&";
    made += roff_letter(letter);
  }
  return made;
}

std::string bold(std::string_view text) { return "\\fB" + plain(text) + "\\fR"; }
std::string italic(std::string_view text) { return "\\fI" + plain(text) + "\\fR"; }

std::string_view without_stop(std::string_view sentence) {
  if (sentence.ends_with('.')) sentence.remove_suffix(1);
  return sentence;
}

std::string upper_case(std::string text) {
  std::ranges::transform(text, text.begin(),
                         [](unsigned char letter) { return static_cast<char>(std::toupper(letter)); });
  return text;
}

std::string tagged(const std::string& tag, const std::string& help) {
  return fmt::format(".TP\n{}\n{}\n", tag, plain(help));
}

std::string option_text(const option_entry& option) {
  std::vector<std::string> names;
  for (const std::string& name : option.names) names.push_back(bold(name));
  if (names.empty()) names.push_back(italic(option.title));
  std::string tag = fmt::format("{}", fmt::join(names, ", "));
  if (!option.value.empty()) tag += " " + italic(option.value);
  return tagged(tag, option.help + (option.is_required ? " (required)" : ""));
}

// Under the headings of --help, where there is more than one.
std::string options_text(const command_entry& command) {
  std::string text;
  for (const option_group& group : command.groups) {
    if (command.groups.size() > 1) text += fmt::format(".PP\n{}\n", bold(group.name + ":"));
    for (const option_entry& option : group.options) text += option_text(option);
  }
  return text;
}

std::string examples_text(const command_entry& command) {
  std::string text;
  for (const auto& [lines, does] : command.examples) {
    text += ".PP\n" + plain(does) + "\n.PP\n";
    for (std::size_t line = 0; line < lines.size(); ++line)
      text += (line == 0 ? "" : ".br\n") + plain(lines[line]) + "\n";
  }
  return text;
}

// What comes without the name of an option, as in the usage of --help.
std::string positionals_text(const command_entry& command) {
  std::string text;
  for (const option_entry& option : command.options())
    if (option.names.empty())
      text += fmt::format(fmt::runtime(option.is_required ? " {}{}" : " [{}{}]"), italic(option.title),
                          option.is_repeated ? "..." : "");
  return text;
}

std::string synopsis(const command_entry& program) {
  std::string text;
  for (const command_entry& command : program.commands)
    text += fmt::format("{}{} [{}]{}\n", text.empty() ? "" : ".br\n", bold(program.name + " " + command.name),
                        italic("OPTIONS"), positionals_text(command));
  return text;
}

std::string description(const command_entry& program) {
  std::string text = plain(program.help) + "\nA subcommand chooses the task:\n";
  for (const command_entry& command : program.commands) text += tagged(bold(command.name), command.help);
  return text;
}

std::string subcommands_text(const command_entry& program) {
  std::string text;
  for (const command_entry& command : program.commands)
    text += fmt::format(".SS {}\n{}.\n{}{}", bold(program.name + " " + command.name), plain(command.help),
                        examples_text(command), options_text(command));
  return text;
}

}  // namespace

std::string man_page(const command_entry& program, const std::string& version, const std::string& exit_codes) {
  return fmt::format(".TH {} 1 \"\" \"{} {}\" \"User Commands\"\n", upper_case(program.name), program.name, version) +
         fmt::format(".SH NAME\n{} \\- {}\n", program.name, plain(without_stop(program.help))) + ".SH SYNOPSIS\n" +
         synopsis(program) + ".SH DESCRIPTION\n" + description(program) + ".SH OPTIONS\n" + options_text(program) +
         ".SH SUBCOMMANDS\n" + subcommands_text(program) + ".SH EXIT STATUS\n" + plain(exit_codes) + "\n" +
         ".SH SEE ALSO\n" + see_also;
}

namespace {

void print(const std::string& text) {
  output_file out("");
  out.write(text);
  out.commit();
}

}  // namespace

void add_manual(CLI::App& app) {
  CLI::App* man = app.add_subcommand("man", "Print the manual page");
  show_examples(*man, {{{"exonweave man | man -l -"}, "Read the manual page of all subcommands."}});
  man->callback([&app] { print(man_page(command_table(app), EXONWEAVE_VERSION, app.get_footer())); });
  CLI::App* command = app.add_subcommand("completion", "Print the completion script of a shell: bash, zsh or fish");
  show_examples(*command, {{{"source <(exonweave completion bash)"}, "Complete command lines in this shell."}});
  const auto script = std::make_shared<decltype(&bash_completion)>();
  add_choice_option<decltype(&bash_completion)>(
      *command, "shell", *script, {{"bash", bash_completion}, {"zsh", zsh_completion}, {"fish", fish_completion}},
      "Shell of the script");
  command->get_option("shell")->required();
  command->callback([&app, script] { print((*script)(command_table(app))); });
}

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

// In single quotes, what compgen -W takes.
std::string bash_list(const std::vector<std::string>& words) {
  return single_quoted(fmt::format("{}", fmt::join(words, " ")));
}

// Files by readline's own rules where compgen finds none, such as names with a backslash.
constexpr auto bash_helpers = R"(_{0}_words() {{
  mapfile -t COMPREPLY < <(compgen -W "$1" -- "$current")
}}
_{0}_files() {{
  compopt -o filenames -o default
  mapfile -t COMPREPLY < <(compgen -f -- "$current"; compgen -W "$1" -- "$current")
}}
_{0}_list() {{
  compopt -o nospace
  local before=
  [[ $current != *,* ]] || before=${{current%,*}},
  mapfile -t COMPREPLY < <(compgen -P "$before" -W "$1" -- "${{current##*,}}")
}}
_{0}_folders() {{
  compopt -o filenames
  mapfile -t COMPREPLY < <(compgen -d -- "$current")
}}
)";

// bash parts --option=value before and after the sign.
constexpr auto bash_head = R"(_{0}() {{
  local current=${{COMP_WORDS[COMP_CWORD]}} previous=${{COMP_WORDS[COMP_CWORD-1]}} command=${{COMP_WORDS[1]}}
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    _{0}_words {1}
    return
  fi
  if [ "$current" = = ]; then
    current=
  elif [ "$previous" = = ]; then
    previous=${{COMP_WORDS[COMP_CWORD-2]}}
  fi
)";

std::string bash_values(const std::string& program, const option_entry& option) {
  if (option.takes_folder()) return fmt::format("_{}_folders", program);
  if (option.takes_file()) return fmt::format("_{}_files {}", program, bash_list(option.words()));
  if (option.words().empty()) return ":";
  return fmt::format("_{}_{} {}", program, option.takes_list() ? "list" : "words", bash_list(option.words()));
}

// What may come after an option that takes something.
std::string bash_cases(const std::string& program, const command_entry& command) {
  std::string text;
  for (const option_entry& option : command.options()) {
    if (option.value.empty() || option.names.empty()) continue;
    std::vector<std::string> patterns;
    for (const std::string& name : option.names) patterns.push_back(single_quoted(command.name + " " + name));
    text += fmt::format("    {}) {}; return ;;\n", fmt::join(patterns, "|"), bash_values(program, option));
  }
  return text;
}

// What stands alone: the options' names, and values without one.
std::vector<std::string> words_of(const command_entry& command) {
  std::vector<std::string> words = names_of(command.options());
  for (const option_entry& option : command.options())
    if (option.names.empty())
      for (const std::string& word : option.words()) words.push_back(word);
  return words;
}

std::string bash_commands(const command_entry& program) {
  std::string text = "  case \"$command $previous\" in\n";
  for (const command_entry& command : program.commands) text += bash_cases(program.name, command);
  text += "  esac\n  case \"$command\" in\n";
  for (const command_entry& command : program.commands)
    text += fmt::format("    {}) _{}_words {} ;;\n", command.name, program.name, bash_list(words_of(command)));
  return text + "  esac\n";
}

std::string zsh_values(const option_entry& option) {
  if (option.takes_list()) return fmt::format("_sequence compadd - {}", fmt::join(option.words(), " "));
  const std::string words = fmt::format("({})", fmt::join(option.words(), " "));
  if (option.takes_folder()) return "_files -/";
  if (option.takes_file() && !option.words().empty())
    return fmt::format(R"({{_alternative "words\:word\:{}" "files\:file\:_files"}})", words);
  if (option.takes_file()) return "_files";
  return option.words().empty() ? "" : words;
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

// As _arguments is reported that a value may follow at once too: -o+ for -oFILE, --out= for --out=FILE.
std::string zsh_name(const std::string& name, const option_entry& option) {
  if (option.value.empty()) return name;
  return name + (name.starts_with("--") ? "=" : "+");
}

std::string zsh_option(const option_entry& option) {
  const std::string value =
      option.value.empty() ? "" : fmt::format(":{}:{}", zsh_text(option.value), zsh_values(option));
  const std::string help = fmt::format("[{}]{}", zsh_text(option.help), value);
  if (option.names.size() == 1) return single_quoted("*" + zsh_name(option.names.front(), option) + help);
  std::vector<std::string> names;
  for (const std::string& name : option.names) names.push_back(zsh_name(name, option));
  return fmt::format("'*'{{{}}}{}", fmt::join(names, ","), single_quoted(help));
}

std::string zsh_arguments(const command_entry& command, std::string_view indent) {
  std::string text = "_arguments";
  std::size_t place = 0;  // of a value that stands alone
  for (const option_entry& option : command.options()) {
    text += fmt::format(" \\\n{}", indent);
    if (!option.names.empty()) {
      text += zsh_option(option);
      continue;
    }
    const std::string where = option.is_repeated ? "*" : std::to_string(++place);
    text += single_quoted(fmt::format("{}:{}:{}", where, zsh_text(option.title), zsh_values(option)));
  }
  return text;
}

// Of the program itself: subcommands, and options that stand before them.
std::string zsh_head(const command_entry& program) {
  std::string text = fmt::format("_{}() {{\n  local -a commands=(\n", program.name);
  for (const command_entry& command : program.commands)
    text += "    " + single_quoted(command.name + ":" + command.help) + "\n";
  return text +
         "  )\n"
         "  if (( CURRENT == 2 )); then\n"
         "    _describe command commands\n"
         "    " +
         zsh_arguments(program, "      ") +
         "\n"
         "    return\n"
         "  fi\n";
}

std::string zsh_commands(const command_entry& program) {
  std::string text =
      "  local command=$words[2]\n"
      "  shift words\n"
      "  (( CURRENT-- ))\n"
      "  case $command in\n";
  for (const command_entry& command : program.commands)
    text += fmt::format("    {})\n      {} ;;\n", command.name, zsh_arguments(command, "        "));
  return text + "  esac\n}\n";
}

}  // namespace

std::string bash_completion(const command_entry& program) {
  std::vector<std::string> words = names_of(program.commands);
  for (const std::string& name : names_of(program.options())) words.push_back(name);
  return fmt::format("# Completion of {0} for bash, made by '{0} completion bash'.\n", program.name) +
         fmt::format(bash_helpers, program.name) + fmt::format(bash_head, program.name, bash_list(words)) +
         bash_commands(program) + fmt::format("}}\ncomplete -F _{0} {0}\n", program.name);
}

// Its last line: zsh calls a file of $fpath when it first completes; one that is sourced reports what it is for.
std::string zsh_completion(const command_entry& program) {
  return fmt::format("#compdef {0}\n# Completion of {0} for zsh, made by '{0} completion zsh'.\n", program.name) +
         zsh_head(program) + zsh_commands(program) +
         fmt::format("if [[ $funcstack[1] == _{0} ]]; then _{0} \"$@\"; else compdef _{0} {0}; fi\n", program.name);
}

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

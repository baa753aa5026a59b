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
#include "cli/completion.hpp"
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

}  // namespace exonweave::apps

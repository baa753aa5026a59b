#include "man_page.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <string_view>

namespace exonweave::apps {
namespace {

// Text that roff takes as it is: no dash becomes a hyphen, no line a request.
std::string plain(std::string_view text) {
  std::string made;
  for (const char letter : text) {
    const bool begins_line = made.empty() || made.back() == '\n';
    if (begins_line && (letter == '.' || letter == '\'')) made += "\\&";
    if (letter == '-')
      made += "\\-";
    else if (letter == '\\')
      made += "\\e";
    else
      made += letter;
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
  std::string tag = fmt::format("{}", fmt::join(names, ", "));
  if (!option.value.empty()) tag += (tag.empty() ? "" : " ") + italic(option.value);
  return tagged(tag, option.help + (option.is_required ? " (required)" : ""));
}

std::string options_text(const command_entry& of) {
  std::string text;
  for (const option_entry& option : of.options) text += option_text(option);
  return text;
}

}  // namespace

std::string man_page(const command_entry& program, const std::string& version,
                     const std::string& exit_codes) {
  std::string text = fmt::format(".TH {} 1 \"\" \"{} {}\" \"User Commands\"\n", upper_case(program.name),
                                 program.name, version);
  text += fmt::format(".SH NAME\n{} \\- {}\n", program.name, plain(without_stop(program.help)));
  text +=
      fmt::format(".SH SYNOPSIS\n{} {} [{}]\n", bold(program.name), italic("SUBCOMMAND"), italic("OPTIONS"));
  text += ".SH OPTIONS\n" + options_text(program);
  text += ".SH SUBCOMMANDS\n";
  for (const command_entry& command : program.commands)
    text += fmt::format(".SS {}\n{}.\n{}", bold(program.name + " " + command.name), plain(command.help),
                        options_text(command));
  text += fmt::format(".SH EXIT STATUS\n{}\n", plain(exit_codes));
  return text;
}

}  // namespace exonweave::apps

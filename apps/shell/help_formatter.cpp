#include "shell/help_formatter.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <string_view>
#include <utility>

namespace exonweave::apps {
namespace {

constexpr std::size_t line_width = 100, help_column = 30;

// Broken at blanks; a word that is longer has a line of its own. CLI11 moves what is behind a line's end to the right
// column.
std::string wrapped(std::string_view text, std::size_t width) {
  std::string made;
  std::size_t used = 0;  // of the line
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (used > 0 && used + 1 + word.size() > width) {
      made += '\n';
      used = 0;
    }
    if (used > 0) made += ' ';
    made += word;
    used += word.size() + (used > 0 ? 1 : 0);
  }
  return made;
}

}  // namespace

std::string help_formatter::make_usage(const CLI::App* app, std::string name) const {
  std::string text = CLI::Formatter::make_usage(app, std::move(name));
  for (const command_example& example : examples_) {
    text += fmt::format("\n{}\n\n", wrapped(example.does, line_width));
    for (const std::string& line : example.lines) text += fmt::format("    {}\n", line);
  }
  return text;
}

std::string help_formatter::make_option_opts(const CLI::Option* option) const {
  std::string text;
  if (option->get_type_size() != 0 && !option->get_type_name().empty()) text = " " + option->get_type_name();
  return text + (option->get_required() ? " (required)" : "");
}

std::string help_formatter::make_option_desc(const CLI::Option* option) const {
  return wrapped(option->get_description(), line_width - help_column);
}

void show_examples(CLI::App& command, std::vector<command_example> examples) {
  command.formatter(std::make_shared<help_formatter>(std::move(examples)));
}

std::vector<command_example> examples_of(const CLI::App& command) {
  const auto formatter = std::dynamic_pointer_cast<help_formatter>(command.get_formatter());
  return formatter ? formatter->examples() : std::vector<command_example>{};
}

// CLI11 asks of an option whether a configuration may set it, and there is none here but what decides results.
void begin_option_group(CLI::App& command, const std::string& heading, option_role role) {
  command.option_defaults()->group(heading);
  command.option_defaults()->configurable(role == option_role::decides_results);
}

void put_help_last(CLI::App& command) {
  command.set_help_flag();
  command.set_help_flag("-h,--help", "Print this help and exit");
}

}  // namespace exonweave::apps

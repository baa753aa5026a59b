#include "cli/help_formatter.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <string_view>
#include <utility>

namespace exonweave::apps {
namespace {

constexpr std::size_t line_width = 100, help_column = 30;

// Broken at blanks; a word that is longer has a line of its own. CLI11 moves what is after a line's end to the right
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

class help_formatter : public CLI::Formatter {
 public:
  [[nodiscard]] const std::vector<command_example>& examples() const { return examples_; }
  void set_examples(std::vector<command_example> examples) { examples_ = std::move(examples); }
  void add_advanced(const CLI::Option* option) { advanced_.insert(option); }
  void set_common_values(const CLI::Option* option, std::string values) { common_values_[option] = std::move(values); }
  void add_listed_elsewhere(const CLI::Option* option) { elsewhere_.insert(option); }
  void set_note(std::string note) { note_ = std::move(note); }

  [[nodiscard]] std::string make_help(const CLI::App* app, std::string name, CLI::AppFormatMode mode) const override;
  [[nodiscard]] std::string make_usage(const CLI::App* app, std::string name) const override;
  [[nodiscard]] std::string make_option_opts(const CLI::Option* option) const override;
  [[nodiscard]] std::string make_option_desc(const CLI::Option* option) const override;

 private:
  [[nodiscard]] std::string groups_text(const CLI::App& app) const;

  std::vector<command_example> examples_;
  std::set<const CLI::Option*> advanced_, elsewhere_;
  std::string note_;
  std::map<const CLI::Option*, std::string> common_values_;
  bool shows_all_ = false;
};

// That of the command alone: it may have its parent's until now.
help_formatter& own_formatter(CLI::App& command) {
  const auto formatter = std::dynamic_pointer_cast<help_formatter>(command.get_formatter());
  const bool is_own =
      formatter && (command.get_parent() == nullptr || command.get_parent()->get_formatter() != formatter);
  if (is_own) return *formatter;
  const auto made = std::make_shared<help_formatter>();
  command.formatter(made);
  return *made;
}

// As that of CLI11, whose groups have all options, and whose subcommands have the footer of the program.
std::string help_formatter::make_help(const CLI::App* app, std::string name, CLI::AppFormatMode mode) const {
  if (mode == CLI::AppFormatMode::Sub) return CLI::Formatter::make_help(app, std::move(name), mode);
  if (mode == CLI::AppFormatMode::All && !shows_all_) {
    help_formatter every = *this;
    every.shows_all_ = true;
    return every.make_help(app, std::move(name), mode);
  }
  std::string text = make_description(app) + make_usage(app, std::move(name)) + make_positionals(app) +
                     groups_text(*app) + make_subcommands(app, mode);
  if (app->get_parent() == nullptr) text += "\n" + make_footer(app);
  if (!note_.empty()) text += fmt::format("\n{}\n", wrapped(note_, line_width));
  const auto n_more = std::ranges::count_if(advanced_, [this](const auto* each) { return !elsewhere_.contains(each); });
  if (!shows_all_ && n_more > 0)
    text += fmt::format("\n'exonweave {} --help-all' lists {} more options.\n", app->get_name(), n_more);
  return text;
}

std::string help_formatter::groups_text(const CLI::App& app) const {
  std::string text;
  for (const std::string& group : app.get_groups()) {
    if (group.empty()) continue;
    const auto shown = app.get_options([&](const CLI::Option* option) {
      return option->get_group() == group && option->nonpositional() && !elsewhere_.contains(option) &&
             (shows_all_ || !advanced_.contains(option));
    });
    if (!shown.empty()) text += make_group(group, false, shown);
  }
  return text;
}

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
  const auto common = common_values_.find(option);
  if (!shows_all_ && common != common_values_.end())
    text = " " + common->second;
  else if (option->get_type_size() != 0 && !option->get_type_name().empty())
    text = " " + option->get_type_name();
  return text + (option->get_required() ? " (required)" : "");
}

std::string help_formatter::make_option_desc(const CLI::Option* option) const {
  return wrapped(option->get_description(), line_width - help_column);
}

}  // namespace

void use_help_formatter(CLI::App& command) { own_formatter(command); }

void show_examples(CLI::App& command, std::vector<command_example> examples) {
  own_formatter(command).set_examples(std::move(examples));
}

void mark_advanced(CLI::App& command, std::initializer_list<const char*> options) {
  for (const char* name : options) own_formatter(command).add_advanced(command.get_option(name));
}

void leave_to_note(CLI::App& command, std::initializer_list<const char*> headings, std::string note) {
  for (const CLI::Option* option : command.get_options())
    if (std::ranges::find(headings, option->get_group()) != headings.end() && option->nonpositional())
      own_formatter(command).add_listed_elsewhere(option);
  own_formatter(command).set_note(std::move(note));
}

void leave_to_other_spelling(CLI::App& command, const char* option) {
  own_formatter(command).add_listed_elsewhere(command.get_option(option));
}

void show_common_values(CLI::App& command, const char* option, std::string values) {
  own_formatter(command).set_common_values(command.get_option(option), std::move(values));
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
  if (command.get_groups().size() > 1) begin_option_group(command, "Run", option_role::other);
  command.set_help_flag("-h,--help", "Print the common options and exit");
  command.set_help_all_flag("--help-all", "Print all options and exit");
}

}  // namespace exonweave::apps

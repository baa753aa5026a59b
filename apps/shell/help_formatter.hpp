// How --help looks: what an option takes and whether it is needed, no list of what it excludes (the error says that
// when it happens), lines of at most 100 columns, and on top of them an example where a command has one.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <utility>
#include <vector>

namespace exonweave::apps {

/// A command line as it is typed, and what it does.
struct command_example {
  std::vector<std::string> lines;  // of a shell, but the last with \ at their ends
  std::string does;
};

class help_formatter : public CLI::Formatter {
 public:
  help_formatter() = default;
  explicit help_formatter(std::vector<command_example> examples) : examples_(std::move(examples)) {}

  [[nodiscard]] const std::vector<command_example>& examples() const { return examples_; }

  [[nodiscard]] std::string make_usage(const CLI::App* app, std::string name) const override;
  [[nodiscard]] std::string make_option_opts(const CLI::Option* option) const override;
  [[nodiscard]] std::string make_option_desc(const CLI::Option* option) const override;

 private:
  std::vector<command_example> examples_;
};

/// Gives a command its examples. Its subcommands look as it does, if they are added later.
void show_examples(CLI::App& command, std::vector<command_example> examples);

/// Those of a command; none unless it was given any.
std::vector<command_example> examples_of(const CLI::App& command);

/// Whether results depend on an option, or only how and where they come: a run that goes on, or is one of parts, has
/// the same ones of the first kind.
enum class option_role { decides_results, other };

/// The options that `command` gets from now on stand under this heading of its help, and are of this kind.
void begin_option_group(CLI::App& command, const std::string& heading, option_role role = option_role::decides_results);

/// Puts -h,--help, which CLI11 makes first, behind all other options, under the heading at hand.
void put_help_last(CLI::App& command);

}  // namespace exonweave::apps

// The command line, as CLI11 has it. Headers only name its classes: sources that declare options include <CLI/CLI.hpp>.
#pragma once

#include <span>
#include <string>
#include <vector>

namespace CLI {
class App;
class Option;
class ParseError;
}  // namespace CLI

namespace exonweave::apps {

/// A command line as it is typed, and what it does.
struct command_example {
  std::vector<std::string> lines;  // of a shell, but the last with \ at their ends
  std::string does;
};

// An option with an empty value is a slip, most often a cli variable that is not set; no option has a use for one.

/// Lets every option of `app` and its subcommands, as they are now, refuse an empty value while it is parsed: bad_usage
/// that names the option.
void refuse_empty_values(CLI::App& app);

/// Refuses `--option=` with nothing after it among the words of a command line: CLI11 would take the next word for its
/// value. Throws bad_usage.
void refuse_empty_assignments(CLI::App& app, std::span<const char* const> words);

// -t was the letter of --targets before it was that of --threads. For one version both can be meant.

/// The words of a command line from its subcommand on. `-t FILE` of those that had it so becomes `--targets FILE`, with
/// one note; `-t N` is left alone. A file whose name is a number is ./N.
std::vector<std::string> with_targets_named(std::vector<std::string> words);

// What the command line offers, read from the very options that --help is printed from. What --help hides is not in it.

struct option_entry {
  std::vector<std::string> names;  // as they are typed: -o, --out; none: a value that stands alone
  std::string value;               // what it takes: FILE, N, off|restrict|add, hints,evm; empty: a switch
  std::string help;
  bool is_required = false;
  std::string title{};       // of a value that stands alone: PROTEINS
  bool is_repeated = false;  // such a value may come several times

  /// The values that it may have, where the table reports: what is in lower case in `value`.
  [[nodiscard]] std::vector<std::string> words() const;
  /// Whether it takes several of its words, with commas between them, as `value` has them.
  [[nodiscard]] bool takes_list() const;
  /// Whether it may be a path; of a folder only where `value` is DIR.
  [[nodiscard]] bool takes_file() const;
  [[nodiscard]] bool takes_folder() const { return value == "DIR"; }
};

/// Options under one heading of --help.
struct option_group {
  std::string name;
  std::vector<option_entry> options;
};

struct command_entry {
  std::string name;
  std::string help;
  std::vector<option_group> groups;  // in the order of --help, none empty
  std::vector<command_entry> commands;
  std::vector<command_example> examples{};

  /// Those of all groups.
  [[nodiscard]] std::vector<option_entry> options() const;
};

/// Of the program, with its subcommands in their order.
command_entry command_table(const CLI::App& app);

}  // namespace exonweave::apps

// What the command line offers, read from the very options that --help is printed from. What --help hides is not in it.
#pragma once

#include <string>
#include <vector>

#include "cli/command_line.hpp"
#include "cli/help_formatter.hpp"

namespace exonweave::apps {

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

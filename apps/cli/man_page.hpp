// What the program says of itself to man and to shells.
#pragma once

#include <string>

#include "cli/command_line.hpp"

namespace exonweave::apps {

// What shells complete a command line by: subcommands, their options, and what these take.

/// A script for bash, to be sourced or put among its completions under the program's name.
std::string bash_completion(const command_entry& program);

/// A function for zsh, to be put as _NAME into a folder of its fpath.
std::string zsh_completion(const command_entry& program);

/// A script for fish, to be sourced or put as NAME.fish into a folder of its completions.
std::string fish_completion(const command_entry& program);

/// Section 1, in the macros of man(7). `exit_codes` are reported line by line.
std::string man_page(const command_entry& program, const std::string& version, const std::string& exit_codes);

}  // namespace exonweave::apps

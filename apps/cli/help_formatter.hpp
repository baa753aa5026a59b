// How --help looks: the common options with their values, no list of what they exclude (the error says that when it
// happens), lines of at most 100 columns, and on top of them the examples of the command. --help-all has every option.
#pragma once

#include <initializer_list>
#include <string>
#include <vector>

#include "cli/command_line.hpp"

namespace exonweave::apps {

/// Lets the help of a command look so. Its subcommands, if they are added later, have a look of their own once they get
/// examples or advanced options.
void use_help_formatter(CLI::App& command);

/// Gives a command its examples.
void show_examples(CLI::App& command, std::vector<command_example> examples);

/// Options of a command, by their long names, that --help-all shows and --help does not. They are as good as others for
/// the manual page and completions.
void mark_advanced(CLI::App& command, std::initializer_list<const char*> options);

/// Options of these groups are in no help of the command: `note`, after its options, says whose they are. The command
/// takes them, and they are as good as others for the manual page and completions.
void leave_to_note(CLI::App& command, std::initializer_list<const char*> headings, std::string note);

/// No help of the command lists the option: it is another spelling of one that is listed. It is as good as others for
/// the manual page and completions.
void leave_to_other_spelling(CLI::App& command, const char* option);

/// What an option may be that --help shows, where --help-all shows more of it.
void show_common_values(CLI::App& command, const char* option, std::string values);

/// Those of a command; none unless it was given any.
std::vector<command_example> examples_of(const CLI::App& command);

/// Whether results depend on an option, or only how and where they come: a run that goes on, or is one of parts, has
/// the same ones of the first kind.
enum class option_role { decides_results, other };

/// The options that `command` gets from now on stand under this heading of its help, and are of this kind.
void begin_option_group(CLI::App& command, const std::string& heading, option_role role = option_role::decides_results);

/// Puts -h,--help, which CLI11 makes first, and --help-all after all other options, under Run if the command has
/// groups.
void put_help_last(CLI::App& command);

}  // namespace exonweave::apps

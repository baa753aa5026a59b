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

}  // namespace exonweave::apps

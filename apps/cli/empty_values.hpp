// An option with an empty value is a slip, most often a shell variable that is not set; no option has a use for one.
#pragma once

#include <CLI/CLI.hpp>
#include <span>

namespace exonweave::apps {

/// Lets every option of `app` and its subcommands, as they are now, refuse an empty value while it is parsed: bad_usage
/// that names the option.
void refuse_empty_values(CLI::App& app);

/// Refuses `--option=` with nothing after it among the words of a command line: CLI11 would take the next word for its
/// value. Throws bad_usage.
void refuse_empty_assignments(CLI::App& app, std::span<const char* const> words);

}  // namespace exonweave::apps

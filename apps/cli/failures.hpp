// What left a subcommand as an exception, told to the user and turned into an exit code.
#pragma once

#include "base/files/report.hpp"
#include "cli/command_line.hpp"

namespace exonweave::apps {

/// To be called inside a catch block: prints one `exonweave: error: ...` line for each problem of the current
/// exception on standard error, "... and N more" when not all were kept, and returns the exit code.
/// A run that a signal stopped gives 128 + the signal's number, silently.
/// What the system refused without more context is the user's: 66, 73 or 74 with the path. Messages are best effort:
/// the code does not depend on whether they can be written. Anything else that is neither a failure of
/// base/files/report.hpp nor a lack of memory is called a bug of exonweave.
int explain_current_exception() noexcept;

/// The same for what the command-line parser throws: help and version go to standard output with 0; usage
/// errors to standard error with 2, with the nearest subcommand or option when a name was not known.
int explain_parse_error(const CLI::App& app, const CLI::ParseError& error);

/// `exonweave: warning: ...` on standard error for every kind of warning collected.
void print_warnings(const report& problems);

}  // namespace exonweave::apps

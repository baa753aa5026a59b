// What is said on standard error: as far as that takes it. A run and its exit code never depend on messages.
#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

namespace exonweave::apps {

/// Writes the text to standard error, or as much of it as can be written: where it is closed, full, or a pipe that
/// nobody reads any more, nothing happens. Any thread; needs no memory.
void write_message(std::string_view text) noexcept;

/// Shows a line of progress on a terminal, in place of the one that is shown; an empty one removes it. A message that
/// comes meanwhile takes its place.
void show_line(std::string_view line);

/// write_message(), formatted. Throws std::bad_alloc alone.
template <class... Values>
void tell(fmt::format_string<Values...> form, Values&&... values) {
  write_message(fmt::format(form, std::forward<Values>(values)...));
}

// What standard error may show when it is a terminal: colours, and a line that is rewritten in place.

/// Whether standard error is a terminal whose lines can be rewritten: not where TERM is missing or 'dumb'.
bool is_on_terminal();

/// Columns of that terminal; 0: unknown.
std::size_t terminal_columns();

/// Whether messages have colours: on such a terminal; nowhere if NO_COLOR is set, else everywhere if CLICOLOR_FORCE is
/// set, and not 0.
bool has_colours();

/// "exonweave: error: " and "exonweave: warning: ", in red and yellow where messages have colours. They need no memory.
std::string_view error_head();
std::string_view warning_head();

/// In bold where messages have colours.
std::string in_bold(std::string_view text);

}  // namespace exonweave::apps

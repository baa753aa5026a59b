// What standard error may show when it is a terminal: colours, and a line that is rewritten in place.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace exonweave::apps {

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

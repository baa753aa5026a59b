// What is said on standard error: as far as that takes it. A run and its exit code never depend on messages.
#pragma once

#include <fmt/format.h>

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

}  // namespace exonweave::apps

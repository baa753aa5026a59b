// What is said on standard error: as far as that takes it. A run and its exit code never depend on messages.
#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace exonweave {
struct report_libraries;
}

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

// The last line of a run that has done its work, on standard error: what came out, how long it took and how much memory
// it needed.

/// How many there are of something, and its name: one of them, and any other number.
struct counted_things {
  std::size_t n = 0;
  std::string one;
  std::string many;
};

/// "1,234,567": digits in groups of three.
std::string grouped(std::size_t n);

/// "1 locus", "1,234 loci".
std::string counted(const counted_things& things);

/// Bytes: the largest part of this process that was in memory at once.
std::uint64_t peak_memory();

/// "12 loci, 1,500 residues, 3.2 s, 148 MB peak"; 1 MB is 1,000,000 bytes.
std::string closing_text(const std::vector<counted_things>& counts, double seconds, std::uint64_t peak_bytes);

/// The same after what is more than counts: "WHAT; 3.2 s, 148 MB peak".
std::string closing_text(const std::string& what, double seconds, std::uint64_t peak_bytes);

/// The same of this process, which has taken so long, after the program's name.
void print_closing_line(const std::vector<counted_things>& counts, double seconds);
void print_closing_line(const std::string& what, double seconds);

// What a run says of its page where the program was built without the libraries of the page.

/// One line with its end; empty where the page has its libraries.
std::string report_note(const report_libraries* libraries);

/// Prints it on standard error, of the libraries that are built in.
void print_report_note();

}  // namespace exonweave::apps

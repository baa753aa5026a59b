#include "cli/terminal.hpp"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdlib>

namespace exonweave::apps {
namespace {

// Empty where it is not set: by the conventions of NO_COLOR and CLICOLOR_FORCE that is the same.
std::string_view variable(const char* name) {
  const char* value = std::getenv(name);  // NOLINT(concurrency-mt-unsafe): nobody sets them
  return value == nullptr ? "" : value;
}

}  // namespace

bool is_on_terminal() {
  return ::isatty(STDERR_FILENO) == 1 && !variable("TERM").empty() && variable("TERM") != "dumb";
}

std::size_t terminal_columns() {
  winsize size{};
  return ::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

bool has_colours() {
  if (!variable("NO_COLOR").empty()) return false;
  const std::string_view force = variable("CLICOLOR_FORCE");
  return is_on_terminal() || (!force.empty() && force != "0");
}

std::string_view error_head() { return has_colours() ? "exonweave: \x1b[1;31merror:\x1b[0m " : "exonweave: error: "; }

std::string_view warning_head() {
  return has_colours() ? "exonweave: \x1b[1;33mwarning:\x1b[0m " : "exonweave: warning: ";
}

std::string in_bold(std::string_view text) {
  return has_colours() ? fmt::format("\x1b[1m{}\x1b[0m", text) : std::string(text);
}

}  // namespace exonweave::apps

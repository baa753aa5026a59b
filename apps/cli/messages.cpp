#include "cli/messages.hpp"

#include <fmt/format.h>
#include <poll.h>
#include <pthread.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <ctime>
#include <string>

#include "report/page/page_frame.hpp"

namespace exonweave::apps {
namespace {

constexpr std::string_view clear_line = "\r\x1b[K";
std::atomic<bool> is_line_shown = false;

// While it lives, writing to a pipe that nobody reads is an error of the call, and no signal. One that was there before
// stays.
class without_sigpipe {
 public:
  without_sigpipe() noexcept {
    ::sigemptyset(&pipe_);
    ::sigaddset(&pipe_, SIGPIPE);
    sigset_t pending;
    was_pending_ = ::sigpending(&pending) == 0 && ::sigismember(&pending, SIGPIPE) == 1;
    ::pthread_sigmask(SIG_BLOCK, &pipe_, &before_);
  }
  without_sigpipe(const without_sigpipe&) = delete;
  without_sigpipe& operator=(const without_sigpipe&) = delete;
  ~without_sigpipe() {
    const timespec at_once{};
    while (!was_pending_ && ::sigtimedwait(&pipe_, nullptr, &at_once) < 0 && errno == EINTR) {
    }
    ::pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }

 private:
  sigset_t pipe_{}, before_{};
  bool was_pending_ = false;
};

// Whether a terminal or pipe that does not wait takes bytes again soon.
bool takes_more() noexcept {
  constexpr int patience = 1000;  // ms
  pollfd ready{STDERR_FILENO, POLLOUT, 0};
  return ::poll(&ready, 1, patience) == 1;
}

void write_all(std::string_view text) noexcept {
  const without_sigpipe guard;
  while (!text.empty()) {
    const ssize_t n_written = ::write(STDERR_FILENO, text.data(), text.size());
    if (n_written >= 0) {
      text.remove_prefix(static_cast<std::size_t>(n_written));
    } else if (errno != EINTR && !(errno == EAGAIN && takes_more())) {
      return;
    }
  }
}

}  // namespace

void write_message(std::string_view text) noexcept {
  if (is_line_shown.exchange(false)) write_all(clear_line);
  write_all(text);
}

void show_line(std::string_view line) {
  if (!is_line_shown.exchange(!line.empty()) && line.empty()) return;
  write_all(std::string(clear_line) + std::string(line));
}

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

namespace {

std::string cost_text(double seconds, std::uint64_t peak_bytes) {
  return fmt::format("{:.1f} s, {:.0f} MB peak", seconds, static_cast<double>(peak_bytes) / 1e6);
}

}  // namespace

std::uint64_t peak_memory() {
  struct rusage used {};
  ::getrusage(RUSAGE_SELF, &used);
  return static_cast<std::uint64_t>(used.ru_maxrss) * 1024;  // Linux counts in KiB
}

std::string grouped(std::size_t n) {
  constexpr std::size_t group = 3;
  std::string digits = std::to_string(n);
  for (std::size_t place = digits.size(); place > group;) digits.insert(place -= group, 1, ',');
  return digits;
}

std::string counted(const counted_things& things) {
  return fmt::format("{} {}", grouped(things.n), things.n == 1 ? things.one : things.many);
}

std::string closing_text(const std::vector<counted_things>& counts, double seconds, std::uint64_t peak_bytes) {
  std::string text;
  for (const counted_things& things : counts) text += counted(things) + ", ";
  return text + cost_text(seconds, peak_bytes);
}

std::string closing_text(const std::string& what, double seconds, std::uint64_t peak_bytes) {
  return what + "; " + cost_text(seconds, peak_bytes);
}

void print_closing_line(const std::vector<counted_things>& counts, double seconds) {
  tell("exonweave: {}\n", closing_text(counts, seconds, peak_memory()));
}

void print_closing_line(const std::string& what, double seconds) {
  tell("exonweave: {}\n", closing_text(what, seconds, peak_memory()));
}

std::string report_note(const report_libraries* libraries) {
  if (libraries != nullptr) return "";
  return "exonweave: the report has tables instead of charts, and no genome browser: this program was built without "
         "their libraries\n";
}

void print_report_note() { write_message(report_note(built_in_report_libraries())); }

}  // namespace exonweave::apps

// Handlers do only what is async-signal-safe: unlink and _exit.
#include "process.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <system_error>

#include "exit_codes.hpp"
#include "exons/io/output.hpp"
#include "failures.hpp"

namespace exonweave::apps {
namespace {

extern "C" void end_on_signal(int number) {
  remove_temporaries();
  ::_exit(exit_signal + number);
}

void handle(int number, bool even_if_ignored) {
  struct sigaction action {};
  struct sigaction before {};
  action.sa_handler = end_on_signal;
  ::sigemptyset(&action.sa_mask);
  ::sigaction(number, nullptr, &before);
  if (before.sa_handler == SIG_IGN && !even_if_ignored) return;
  ::sigaction(number, &action, nullptr);
}

// Opened the wrong way round on purpose: reading from it or writing to it is an error, not silence.
void fill_closed_streams() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    if (::fcntl(stream, F_GETFD) < 0) (void)::open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}

[[noreturn]] void end_on_uncaught() {
  remove_temporaries();
  if (std::current_exception()) ::_exit(explain_current_exception());
  std::fputs("exonweave: error: internal error: terminated. This is a bug in exonweave: please report it\n",
             stderr);
  ::_exit(exit_bug);
}

}  // namespace

void prepare_process() {
  fill_closed_streams();
  for (const int number : {SIGINT, SIGTERM, SIGHUP}) handle(number, false);
  handle(SIGPIPE, true);
  std::signal(SIGXFSZ, SIG_IGN);
  std::set_terminate(end_on_uncaught);
}

int finish_standard_output(int code) {
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return code;
  fmt::print(stderr, "exonweave: error: standard output: cannot write: {}\n",
             std::generic_category().message(errno));
  return code == exit_ok ? exit_io_failure : code;
}

}  // namespace exonweave::apps

// The program as a process: signals, standard streams, and exceptions that no one caught.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/threads/on_threads.hpp"

namespace exonweave::apps {

/// To be called first in main.
/// - SIGINT, SIGTERM, SIGHUP, SIGQUIT, and what batch systems send when time is up (SIGXCPU, SIGALRM, SIGUSR1,
///   SIGUSR2): temporaries are removed and the process ends at once with 128 + the signal's number, unless the signal
///   was ignored when the program started (nohup; SIGALRM never). Within a stoppable_run it ends when the run has
///   stopped, at the latest after two seconds or at the second signal.
/// - SIGPIPE: at once, silently. SIGXFSZ is ignored, so that a file size limit is an I/O error with a message.
/// - Standard streams that are closed are filled, so that no output file takes their number; writing to them
/// fails.
/// - An exception that escapes a thread is reported as the bug it is (exit 70).
void prepare_process();

/// The words of the command line, the program first; none where the system does not tell.
std::vector<std::string> command_line();

/// Freed memory goes back to the system sooner, at some cost, so that no more than about `bytes` are held in all.
void keep_within(std::uint64_t bytes);

/// While it lives, of one at a time, signals that end the program tell this run to stop, so that engines leave devices
/// in order. The run then throws run_stopped.
class stoppable_run {
 public:
  explicit stoppable_run(run_control& run);
  ~stoppable_run();
  stoppable_run(const stoppable_run&) = delete;
  stoppable_run& operator=(const stoppable_run&) = delete;
};

/// The exit code of a program whose run was stopped by a signal.
int code_of_stop();

/// Writes out what standard output still holds. Returns `code`, or 74 with a message when that failed.
int finish_standard_output(int code);

// The exit codes of the program, as sysexits.h and the shells number them.

enum exit_code : int {
  exit_ok = 0,
  exit_usage = 2,
  exit_bad_data = 65,
  exit_missing_input = 66,
  exit_no_device = 69,
  exit_bug = 70,
  exit_cannot_create = 73,
  exit_io_failure = 74,
  exit_out_of_memory = 137,
  exit_signal = 128,  // plus the number of the signal
};

// Which build of the program runs: two of one version may give other results.

/// What the linker made of all that the program consists of, in hexadecimal digits. Empty where it noted nothing.
std::string build_id();

}  // namespace exonweave::apps

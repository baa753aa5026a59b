// The program as a process: signals, standard streams, and exceptions that no one caught.
#pragma once

namespace exonweave::apps {

/// To be called first in main.
/// - SIGINT, SIGTERM, SIGHUP: temporaries are removed and the process ends at once with 128 + the signal's number,
///   unless the signal was ignored when the program started (nohup).
/// - SIGPIPE: the same, silently. SIGXFSZ is ignored, so that a file size limit is an I/O error with a message.
/// - Standard streams that are closed are filled, so that no output file takes their number; writing to them
/// fails.
/// - An exception that escapes a thread is told as the bug it is (exit 70).
void prepare_process();

/// Writes out what standard output still holds. Returns `code`, or 74 with a message when that failed.
int finish_standard_output(int code);

}  // namespace exonweave::apps

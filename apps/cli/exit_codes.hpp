// The exit codes of the program, as sysexits.h and the shells number them.
#pragma once

namespace exonweave::apps {

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

}  // namespace exonweave::apps

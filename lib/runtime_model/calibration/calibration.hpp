// What `exonweave calibrate` has measured on a machine, and the file that keeps it.
#pragma once

#include <string>
#include <vector>

#include "base/files/report.hpp"
#include "spliced/costs/cost_model.hpp"

namespace exonweave {

// What decides how fast this machine is, as far as it reports: by that a calibration is known to be of it, or of
// another one.

struct machine_traits {
  std::string cpu;                  // the processor's own name
  std::string instructions;         // the set that vector code uses
  unsigned n_cores = 0;             // that this process may use
  std::vector<std::string> gpus{};  // names of usable ones, in their order
};

/// Of the machine that this runs on. GPUs are whoever asks for them to tell.
machine_traits this_machine(std::vector<std::string> gpus = {});

/// Why work takes another time on `here`, in words ("Xeon 8480, not EPYC 9R14"); empty where nothing says so. GPUs are
/// compared only where `with_gpus`. How many cores there are does not matter: costs are those of one thread.
std::string difference(const machine_traits& measured, const machine_traits& here, bool with_gpus);

struct calibration {
  std::string version;  // of the program that measured
  std::string date;     // 2026-11-24
  machine_traits machine;
  spliced::cost_model prices{};  // those of GPUs are measured where the machine has some
};

/// A file that read_calibration() reads back to the same value, but for digits of seconds after the sixth.
std::string to_yaml(const calibration& measured);

/// Errors of the file, each with its line, go to `problems`: then what is returned has no meaning. Throws
/// missing_input, io_failure.
calibration read_calibration(const std::string& path, report& problems);

/// That which comes with the program, for who has not measured: of a server with AVX-512, and an H100. On another
/// machine all times may be off by one factor: parts of a whole are not.
const calibration& usual_calibration();

/// Where a calibration is looked for that no option names: $EXONWEAVE_CALIBRATION, else exonweave/calibration.yaml in
/// $XDG_CONFIG_HOME, or in .config of $HOME. Empty where none of them is set.
std::string usual_calibration_path();

}  // namespace exonweave

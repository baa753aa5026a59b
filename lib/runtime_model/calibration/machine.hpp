// What decides how fast this machine is, as far as it reports: by that a calibration is known to be of it, or of
// another one.
#pragma once

#include <string>
#include <vector>

namespace exonweave {

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

}  // namespace exonweave

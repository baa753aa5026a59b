// How many threads a run has use for on this machine. More of them would only hold memory: each has an alignment under
// way.
#pragma once

#include <optional>
#include <string_view>

namespace exonweave::apps {

/// Processors that this process may run on, as far as its affinity and the quota of its control group say; 1 at least.
unsigned n_processors();

/// Those that a quota allows: the text of cpu.max, "200000 100000" (microseconds in a period); a part of one counts as
/// one. 0: no quota.
unsigned processors_of_quota(std::string_view cpu_max);

/// Whether a run is done by this process; an estimate or a plan may be for another machine.
enum class run_place { here, elsewhere };

struct thread_numbers {
  unsigned of_run =
      1;  // of the run that is done, or that is estimated or planned: by these its time and memory are expected
  unsigned here = 1;  // that work in this process
};

/// Of the threads that were requested (nothing: as many as there are processors) no more work here than there are
/// processors.
thread_numbers resolve_threads(std::optional<unsigned> requested, run_place place, unsigned n_processors);

}  // namespace exonweave::apps

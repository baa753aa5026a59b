// How many threads a run has use for on this machine. More of them would only hold memory: each has an alignment under way.
#pragma once

#include <string_view>

namespace exonweave::apps {

/// Processors that this process may run on, as far as its affinity and the quota of its control group say; 1 at least.
unsigned n_processors();

/// Those that a quota allows: the text of cpu.max, "200000 100000" (microseconds in a period); a part of one counts as one. 0: no quota.
unsigned processors_of_quota(std::string_view cpu_max);

/// Of the threads that were asked for, no more than there are processors.
unsigned working_threads(unsigned asked);

}  // namespace exonweave::apps

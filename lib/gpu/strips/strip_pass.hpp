// The best ends of many alignments of DNA candidates at once, by strips.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "gpu/strips/strip_runner.hpp"

namespace exonweave::gpu {

/// find_best_end of each job, in order; nothing for those that do not fit (fits_strips). All have one scoring. As many
/// launches as the device's memory makes necessary. Throws device_failure, device_memory_exceeded, run_stopped.
std::vector<std::optional<spliced::best_end>> find_strip_ends(std::span<const strip_job> jobs, strip_runner& on,
                                                              launch_times* times = nullptr);

}  // namespace exonweave::gpu

// Jobs to a device, and what it keeps of them.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "gpu/schedule/device_pass.hpp"

namespace exonweave::gpu {

using failure_listener = std::function<void(const std::string&)>;  // gets one sentence

/// [jobs] The rows of some jobs, by launches of one shape each: in 16-bit lanes, else in 32-bit ones. Nothing for those that
/// neither hold, and those whose launch failed: `on_failure` gets why, then and when rows are lost later; it must outlive them.
/// All jobs have one scoring. Throws run_stopped.
std::vector<std::optional<kept_job>> launch_for_rows(std::span<const device_job> jobs, schedule_runner& on,
                                                     const failure_listener& on_failure);

}  // namespace exonweave::gpu

// Bounds of chains on several GPUs, which share the jobs by what they cost.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "spliced/sweep/bound_finder.hpp"
#include "spliced/sweep/bound_stream.hpp"

namespace exonweave::gpu {

/// With all strands on each of the devices; nothing where devices cannot compute with the scoring (can_bound). Throws
/// device_failure, device_memory_exceeded.
std::unique_ptr<spliced::bound_finder> make_bound_devices(const std::vector<int>& devices,
                                                          const spliced::bound_scoring& scoring,
                                                          std::span<const spliced::bound_stream> strands);

}  // namespace exonweave::gpu

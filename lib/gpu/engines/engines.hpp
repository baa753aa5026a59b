// The engines of this library. Plain C++: the same header with and without a CUDA toolkit.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "spliced/engines/engine_registry.hpp"

namespace exonweave::gpu {

struct gpu_options {
  std::vector<int> devices;  // those of `cuda`, as discover() counts them; empty: all that are usable
  // Gets one sentence when a device fails `cuda` and the CPU steps in. Any thread may call it. May be empty.
  std::function<void(const std::string&)> warn;
};

/// Adds `cuda`, and `cuda-intra` and `cuda-inter` on the first usable device (devices.hpp). To make one throws
/// device_failure where there is none, or none of those that were asked for.
void add_engines(spliced::engine_registry& registry, const gpu_options& options = {});

}  // namespace exonweave::gpu

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

/// All engines of the program: those of the CPU, then `cuda`, and `cuda-inter` and `cuda-intra` on the first usable
/// device (devices.hpp); of each kind the fastest first. To make one of a GPU throws device_failure where there is
/// none, or none of those that were requested.
spliced::engine_registry make_engines(const gpu_options& options = {});

/// The same for who only reads their facts.
const spliced::engine_registry& known_engines();

}  // namespace exonweave::gpu

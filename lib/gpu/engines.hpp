// The engines of this library. Plain C++: the same header with and without a CUDA toolkit.
#pragma once

#include <memory>
#include <string>

#include "spliced/engine/engine_registry.hpp"

namespace exonweave::gpu {

/// Adds `cuda-intra` and `cuda-inter`, on the first usable device (devices.hpp). To make one throws device_failure where there
/// is none.
void add_engines(spliced::engine_registry& to);

}  // namespace exonweave::gpu

// The engines of `align` on GPUs. Plain C++: the same header with and without a CUDA toolkit.
#pragma once

#include "gpu/engines/engines.hpp"
#include "pairwise/align/align_engine.hpp"

namespace exonweave::gpu {

/// Adds the engines of GPUs, which take linear gaps, each on all devices of the options: pairs that are aligned at once
/// are shared among them. To make one throws device_failure where there is no device, or one of those that were asked
/// for cannot be used.
void add_align_engines(spliced::align_registry& registry, const gpu_options& options = {});

/// Whether an engine of that name is one of these.
bool is_align_engine(std::string_view name);

}  // namespace exonweave::gpu

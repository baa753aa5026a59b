// All engines of `align` and `scan`, those of the CPU and those of GPUs. Plain C++: the same header with and without a
// CUDA toolkit.
#pragma once

#include <string_view>
#include <vector>

#include "gpu/engines/engines.hpp"
#include "pairwise/align/align_engine.hpp"
#include "pairwise/engine/pairwise_engine.hpp"
#include "pairwise/scan/scan_engine.hpp"

namespace exonweave::gpu {

/// Those of the CPU first, then those of GPUs; of each the fastest first. The ones of GPUs share pairs among all
/// devices of the options. To make one of these throws device_failure where there is no device, or one of those that
/// were requested cannot be used.
align_registry align_engines(const gpu_options& options = {});

/// Likewise, each with so many threads of the host.
scan_registry scan_engines(const gpu_options& options = {}, unsigned n_threads = 1);

/// The facts of both, for who only reads these: those of scan, then those of align.
const std::vector<pairwise_engine>& pairwise_engines();

/// Of these the one of a command, "scan" or "align", and a name; null: there is none.
const pairwise_engine* find_pairwise_engine(std::string_view command, std::string_view name);

}  // namespace exonweave::gpu

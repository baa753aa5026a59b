// What becomes of work whose GPU fails: a warning, and the CPU does it.
#pragma once

#include <string>
#include <string_view>

#include "gpu/device/device_failure.hpp"

namespace exonweave::gpu {

/// What `on_gpu` returns. Where it throws a `Failure`: `warn` is given "WHY; the CPU DOES" as a std::string, and
/// `on_cpu` returns it instead. All else that is thrown goes through.
template <class Failure = device_failure, class OnGpu, class OnCpu, class Warn>
auto on_gpu_or_cpu(std::string_view does, const Warn& warn, const OnGpu& on_gpu, const OnCpu& on_cpu) {
  try {
    return on_gpu();
  } catch (const Failure& failure) {
    warn(std::string(failure.what()) + "; the CPU " + std::string(does));
  }
  return on_cpu();
}

}  // namespace exonweave::gpu

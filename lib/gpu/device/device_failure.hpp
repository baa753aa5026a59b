// What went wrong on a device.
#pragma once

#include <stdexcept>
#include <string>

namespace exonweave::gpu {

/// A call of the CUDA runtime failed. The message names the call and CUDA's own words.
struct device_failure : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The device has not enough memory left.
struct device_memory_exceeded : device_failure {
  using device_failure::device_failure;
};

}  // namespace exonweave::gpu

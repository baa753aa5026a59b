// What work on a device took.
#pragma once

#include <cstdint>

namespace exonweave::gpu {

struct launch_times {
  double kernel_ms = 0;  // the sum of the launches' own times, by the device's clock
  std::uint32_t n_launches = 0;
};

}  // namespace exonweave::gpu

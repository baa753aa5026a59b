// Tests on a GPU are skipped where none is usable.
#pragma once

#include <string>

#include "gpu/device/devices.hpp"
#include "skipping.hpp"

namespace exonweave::testing {

/// Where there is none the test is skipped, and should return.
inline bool has_device() {
  const std::string none = gpu::discover().why_none;
  if (!none.empty()) skip(none);
  return none.empty();
}

}  // namespace exonweave::testing

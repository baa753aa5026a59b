// Without a CUDA toolkit at build time: the same header, no device.
#include "gpu/devices.hpp"

namespace exonweave::gpu {

discovery discover() {
  discovery found;
  found.why_none = "this exonweave was built without CUDA";
  return found;
}

std::string build_text() { return "not built in"; }

}  // namespace exonweave::gpu

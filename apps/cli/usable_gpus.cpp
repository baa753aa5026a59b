#include "cli/usable_gpus.hpp"

#include "gpu/device/devices.hpp"

namespace exonweave::apps {

std::vector<std::string> usable_gpus() {
  std::vector<std::string> names;
  for (const gpu::device_info& each : gpu::discover().devices)
    if (each.why_unusable.empty()) names.push_back(each.name);
  return names;
}

}  // namespace exonweave::apps

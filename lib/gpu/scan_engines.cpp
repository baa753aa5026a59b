#include "gpu/scan_engines.hpp"

#include "gpu/devices.hpp"
#include "gpu/scan/cuda_scan.hpp"

namespace exonweave::gpu {
namespace {

void add(scan_method method, spliced::scan_registry& to, const gpu_options& options) {
  to.add(std::string(name_of(method)), [method, devices = options.devices] {
    return make_cuda_scan(method, {.devices = devices.empty() ? usable_devices() : devices});
  });
}

}  // namespace

void add_scan_engines(spliced::scan_registry& to, const gpu_options& options) {
  for (const scan_method method :
       {scan_method::pairs, scan_method::tiles, scan_method::bands, scan_method::rows})
    add(method, to, options);
}

}  // namespace exonweave::gpu

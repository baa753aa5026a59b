#include "pairwise/gpu/scan_engines.hpp"

#include "gpu/device/devices.hpp"
#include "pairwise/gpu/scan/cuda_scan.hpp"

namespace exonweave::gpu {
namespace {

void add(scan_method method, spliced::scan_registry& registry, const gpu_options& options, unsigned n_threads) {
  registry.add({name_of(method)}, [method, devices = options.devices, n_threads] {
    return make_cuda_scan(method, {.devices = devices.empty() ? usable_devices() : devices, .n_threads = n_threads});
  });
}

}  // namespace

void add_scan_engines(spliced::scan_registry& to, const gpu_options& options, unsigned n_threads) {
  for (const scan_method method : {scan_method::pairs, scan_method::tiles, scan_method::bands, scan_method::rows})
    add(method, to, options, n_threads);
}

}  // namespace exonweave::gpu

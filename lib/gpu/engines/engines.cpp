#include "gpu/engines/engines.hpp"

#include "gpu/device/devices.hpp"
#include "gpu/engines/cuda_engine.hpp"
#include "gpu/literal/literal_engine.hpp"

namespace exonweave::gpu {
namespace {

std::unique_ptr<spliced::engine> make_on(const gpu_options& options) {
  cuda_options made;
  made.warn = options.warn;
  const std::vector<int> devices = options.devices.empty() ? usable_devices() : options.devices;
  for (const int device : devices) made.devices.push_back(make_strip_runner(device));
  return make_cuda_engine(std::move(made));
}

}  // namespace

void add_engines(spliced::engine_registry& registry, const gpu_options& options) {
  registry.add("cuda", [options] { return make_on(options); });
  registry.add("cuda-intra", [] { return make_literal_engine(parallelism::intra); });
  registry.add("cuda-inter", [] { return make_literal_engine(parallelism::inter); });
}

}  // namespace exonweave::gpu

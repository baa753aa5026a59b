#include "gpu/engines/engines.hpp"

#include "gpu/device/devices.hpp"
#include "gpu/engines/cuda_engine.hpp"
#include "gpu/reference/literal_engine.hpp"

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

spliced::engine_registry make_engines(const gpu_options& options) {
  spliced::engine_registry made = spliced::cpu_engines();
  made.add(cuda_facts(), [options] { return make_on(options); });
  for (const parallelism how : {parallelism::inter, parallelism::intra})
    made.add(literal_facts(how), [how] { return make_literal_engine(how); });
  return made;
}

const spliced::engine_registry& known_engines() {
  static const spliced::engine_registry engines = make_engines();
  return engines;
}

}  // namespace exonweave::gpu

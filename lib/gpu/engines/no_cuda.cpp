// Without a CUDA toolkit at build time: the same header, no device.
#include "gpu/device/devices.hpp"
#include "gpu/gapless/device_gapless.hpp"
#include "gpu/reference/literal_engine.hpp"
#include "gpu/strips/strip_runner.hpp"
#include "gpu/sweep/device_bounds.hpp"

namespace exonweave::gpu {

bool has_driver() { return false; }

discovery discover() {
  discovery found;
  found.why_none = "this exonweave was built without CUDA";
  return found;
}

std::vector<int> usable_devices() { throw device_failure(discover().why_none); }

std::unique_ptr<spliced::engine> make_literal_engine(parallelism, diagonal_layout) {
  throw device_failure(discover().why_none);
}

std::unique_ptr<strip_runner> make_strip_runner(int) { throw device_failure(discover().why_none); }

std::unique_ptr<device_bounds> make_device_bounds(int, const spliced::bound_scoring&,
                                                  std::span<const spliced::bound_stream>) {
  throw device_failure(discover().why_none);
}

std::unique_ptr<device_gapless> make_device_gapless(int, const spliced::gapless_queries&, const gapless_room&) {
  throw device_failure(discover().why_none);
}

std::string build_text() { return "not built in"; }

}  // namespace exonweave::gpu

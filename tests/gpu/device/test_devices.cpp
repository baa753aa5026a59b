// Discovery says what it found in a form that hangs together, on any machine.
#include "catch.hpp"
#include "gpu/device/devices.hpp"

using namespace exonweave::gpu;

TEST_CASE("either a GPU is usable or there is a reason why none is") {
  const discovery found = discover();
  bool any_usable = false;
  for (const auto& device : found.devices) any_usable = any_usable || device.why_unusable.empty();
  CHECK(found.why_none.empty() == any_usable);
}

TEST_CASE("a usable GPU has a name, memory, a compute capability and multiprocessors") {
  for (const auto& device : discover().devices) {
    if (!device.why_unusable.empty()) continue;
    CHECK_FALSE(device.name.empty());
    CHECK(device.memory > 0);
    CHECK(device.capability_major > 0);
    CHECK(device.multiprocessors > 0);
  }
}

TEST_CASE("discovery gives the same answer twice") { CHECK(discover().why_none == discover().why_none); }

TEST_CASE("CUDA versions are written as people write them") {
  CHECK(version_text(13000) == "13.0");
  CHECK(version_text(12080) == "12.8");
}

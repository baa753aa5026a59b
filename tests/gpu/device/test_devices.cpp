// Discovery says what it found in a form that hangs together, on any machine.
#include <stdexcept>
#include <string>
#include <vector>

#include "catch.hpp"
#include "gpu/device/devices.hpp"

using namespace exonweave::gpu;
using namespace exonweave;

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

namespace {

int fail_with_the_device() { throw gpu::device_failure("a launch: lost"); }
int fail_for_memory() { throw gpu::device_memory_exceeded("rows: no memory"); }
int one() { return 1; }
int two() { return 2; }

}  // namespace

TEST_CASE("what a GPU does the CPU need not do") {
  std::vector<std::string> warnings;
  const auto warn = [&](const std::string& text) { warnings.push_back(text); };
  CHECK(gpu::on_gpu_or_cpu("does all", warn, one, two) == 1);
  CHECK(warnings.empty());
}

TEST_CASE("what a GPU fails to do the CPU does, with a warning that says why") {
  std::vector<std::string> warnings;
  const auto warn = [&](const std::string& text) { warnings.push_back(text); };
  CHECK(gpu::on_gpu_or_cpu("does the rest", warn, fail_with_the_device, two) == 2);
  CHECK(gpu::on_gpu_or_cpu("aligns instead", warn, fail_for_memory, one) == 1);
  CHECK(warnings ==
        std::vector<std::string>{"a launch: lost; the CPU does the rest", "rows: no memory; the CPU aligns instead"});
}

TEST_CASE("a lack of memory alone may be asked for, and other failures go through") {
  const auto warn = [](const std::string&) {};
  using gpu::device_memory_exceeded;
  CHECK(gpu::on_gpu_or_cpu<device_memory_exceeded>("does it", warn, fail_for_memory, two) == 2);
  CHECK_THROWS_AS(gpu::on_gpu_or_cpu<device_memory_exceeded>("does it", warn, fail_with_the_device, two),
                  gpu::device_failure);
  const auto fail_otherwise = []() -> int { throw std::runtime_error("a file"); };
  CHECK_THROWS_AS(gpu::on_gpu_or_cpu("does it", warn, fail_otherwise, two), std::runtime_error);
}

TEST_CASE("what the CPU fails to do is its own failure") {
  int n_warnings = 0;
  const auto warn = [&](const std::string&) { ++n_warnings; };
  CHECK_THROWS_AS(gpu::on_gpu_or_cpu("does it", warn, fail_with_the_device, fail_for_memory),
                  gpu::device_memory_exceeded);
  CHECK(n_warnings == 1);
}

// The GPUs of this machine, or why none can be used. Plain C++: the same header with and without a CUDA
// toolkit.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace exonweave::gpu {

struct device_info {
  int index = 0;  // as CUDA counts them: CUDA_VISIBLE_DEVICES selects and orders
  std::string name;
  std::size_t memory = 0;    // bytes in all, used ones included
  int capability_major = 0;  // compute capability 9.0 is 9 and 0
  int capability_minor = 0;
  int multiprocessors = 0;
  std::size_t shared_memory_per_block = 0;  // bytes, the most that a kernel may ask for
  std::string why_unusable;                 // empty when this program can run on it
};

/// What discover() found. `devices` holds unusable GPUs too; `why_none` is empty exactly when one is usable.
struct discovery {
  std::vector<device_info> devices;
  int driver_version = 0;   // newest CUDA that the driver supports, 1000 * major + 10 * minor; 0 without a driver
  int runtime_version = 0;  // CUDA that this program was built with, likewise; 0 when built without
  std::string why_none;     // one sentence without its full stop
};

/// Whether an NVIDIA driver is installed. Takes no time, which discover() does where there is a GPU.
bool has_driver();

/// Asks the driver, and every GPU whether it can run a kernel of this program (so it makes a context on
/// each). Never throws for a lack of devices.
discovery discover();

/// The devices that are usable, as CUDA counts them: at least one. Throws device_failure with why_none.
std::vector<int> usable_devices();
inline int first_usable_device() { return usable_devices().front(); }

/// "13.0" for 13000.
inline std::string version_text(int version) {
  return std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
}

/// How this program was built: "toolkit 13.0, for CUDA architectures 90", or "not built in".
std::string build_text();

}  // namespace exonweave::gpu

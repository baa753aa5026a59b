// The GPUs of this machine, or why none can be used. Plain C++: the same header with and without a CUDA
// toolkit.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace exonweave::gpu {

/// A call of the CUDA runtime failed. The message names the call and CUDA's own words.
struct device_failure : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The device has not enough memory left.
struct device_memory_exceeded : device_failure {
  using device_failure::device_failure;
};

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

// Jobs of several devices.

/// [devices] Which jobs each gets: the dearest first, each to the device that has least to do.
using device_shares = std::vector<std::vector<std::size_t>>;
device_shares share_jobs(std::span<const std::uint64_t> costs, std::size_t n_devices);

/// run(device) for those that have jobs, side by side: the first on this thread. Returns when all are done; throws what
/// one of them throws.
void run_shares(const device_shares& shares, const std::function<void(std::size_t)>& run);

// What becomes of work whose GPU fails: a warning, and the CPU does it.

/// What `on_gpu` returns. Where it throws a `Failure`: `warn` is given "WHY; the CPU DOES" as a std::string, and
/// `on_cpu` returns it instead. All else that is thrown goes through.
template <class Failure = device_failure, class OnGpu, class OnCpu, class Warn>
auto on_gpu_or_cpu(std::string_view does, const Warn& warn, const OnGpu& on_gpu, const OnCpu& on_cpu) {
  try {
    return on_gpu();
  } catch (const Failure& failure) {
    warn(std::string(failure.what()) + "; the CPU " + std::string(does));
  }
  return on_cpu();
}

/// What work on a device took.
struct launch_times {
  double kernel_ms = 0;  // the sum of the launches' own times, by the device's clock
  std::uint32_t n_launches = 0;
};

}  // namespace exonweave::gpu

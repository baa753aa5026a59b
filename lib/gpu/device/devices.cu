// Device discovery through the CUDA runtime, which is linked statically: without a driver the program still
// starts, and the first call says what is missing.
#include <cuda_runtime_api.h>

#include <cstdlib>
#include <string>

#include "gpu/device/devices.hpp"

namespace exonweave::gpu {
namespace {

__global__ void probe() {}

std::string error_text(cudaError_t status) {
  return std::string(cudaGetErrorString(status)) + " (" + cudaGetErrorName(status) + ")";
}

// Whether the device holds code that it can run is known only by asking for a kernel's image on it.
std::string why_unusable(const device_info& device) {
  cudaFuncAttributes attributes{};
  cudaError_t status = cudaSetDevice(device.index);
  if (status == cudaSuccess) status = cudaFuncGetAttributes(&attributes, probe);
  if (status == cudaSuccess) return "";
  (void)cudaGetLastError();  // an error that sticks would be blamed on the next call
  if (status != cudaErrorNoKernelImageForDevice && status != cudaErrorUnsupportedPtxVersion) return error_text(status);
  return "no code for compute capability " + std::to_string(device.capability_major) + "." +
         std::to_string(device.capability_minor) + " in this program (" + build_text() + ")";
}

device_info describe(int index) {
  device_info device;
  device.index = index;
  cudaDeviceProp properties{};
  const cudaError_t status = cudaGetDeviceProperties(&properties, index);
  if (status != cudaSuccess) {
    device.why_unusable = error_text(status);
    return device;
  }
  device.name = properties.name;
  device.memory = properties.totalGlobalMem;
  device.capability_major = properties.major;
  device.capability_minor = properties.minor;
  device.multiprocessors = properties.multiProcessorCount;
  device.shared_memory_per_block = properties.sharedMemPerBlockOptin;
  device.why_unusable = why_unusable(device);
  return device;
}

// 0: there is none.
int driver_version() {
  int version = 0;
  return cudaDriverGetVersion(&version) == cudaSuccess ? version : 0;
}

std::string why_no_device(cudaError_t status, const discovery& found) {
  if (found.driver_version == 0) return "no NVIDIA driver is installed";
  if (found.driver_version < found.runtime_version / 1000 * 1000)  // same major version: any minor one runs
    return "the NVIDIA driver is too old: it supports CUDA " + version_text(found.driver_version) +
           ", this program needs CUDA " + version_text(found.runtime_version);
  if (status != cudaErrorNoDevice) return error_text(status);
  const char* visible = std::getenv("CUDA_VISIBLE_DEVICES");
  if (visible == nullptr) return "the NVIDIA driver finds no GPU";
  return "no GPU is visible: CUDA_VISIBLE_DEVICES is '" + std::string(visible) + "'";
}

std::string why_none_usable(const std::vector<device_info>& devices) {
  std::string reasons;
  for (const auto& device : devices) {
    if (device.why_unusable.empty()) return "";
    reasons += (reasons.empty() ? "GPU " : "; GPU ") + std::to_string(device.index) + " " + device.name + ": " +
               device.why_unusable;
  }
  return reasons;
}

}  // namespace

bool has_driver() { return driver_version() != 0; }

discovery discover() {
  discovery found;
  found.runtime_version = CUDART_VERSION;
  found.driver_version = driver_version();
  int n_devices = 0;
  const cudaError_t status = cudaGetDeviceCount(&n_devices);
  if (status != cudaSuccess || n_devices == 0) {
    found.why_none = why_no_device(status == cudaSuccess ? cudaErrorNoDevice : status, found);
    (void)cudaGetLastError();
    return found;
  }
  for (int index = 0; index < n_devices; ++index) found.devices.push_back(describe(index));
  found.why_none = why_none_usable(found.devices);
  return found;
}

std::vector<int> usable_devices() {
  const discovery found = discover();
  std::vector<int> usable;
  for (const device_info& device : found.devices)
    if (device.why_unusable.empty()) usable.push_back(device.index);
  if (usable.empty()) throw device_failure(found.why_none);
  return usable;
}

std::string build_text() {
  return "toolkit " + version_text(CUDART_VERSION) + ", for CUDA architectures " EXONWEAVE_CUDA_ARCHITECTURES;
}

}  // namespace exonweave::gpu

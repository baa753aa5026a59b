// Arrays on their way to a device and back.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "gpu/device/cuda_call.cuh"

namespace exonweave::gpu {

/// Arrays of one launch, one after the other, each from where it is.
template <class T>
class gathered {
 public:
  /// Where it will be; what it points to must stay until it was sent.
  std::size_t add(std::span<const T> values) {
    parts_.push_back({size_, values});
    const std::size_t offset = size_;
    size_ = (size_ + values.size() + 31) / 32 * 32;
    return offset;
  }
  const T* send(buffer<device_memory>& room, cudaStream_t on) {
    constexpr std::size_t read_ahead = 128;
    T* const there = room.room_for<T>(size_ + read_ahead);
    if (size_ * sizeof(T) < parts_.size() * short_part) join();
    for (const auto& [offset, values] : parts_)
      check(cudaMemcpyAsync(there + offset, values.data(), values.size_bytes(), cudaMemcpyHostToDevice, on),
            "a copy to the device");
    return there;
  }

 private:
  struct part {
    std::size_t offset;
    std::span<const T> values;
  };
  // Bytes: to copy such parts on the host takes less than a copy to the device for each.
  static constexpr std::size_t short_part = 32'768;

  void join() {
    joined_.resize(size_);
    for (const auto& [offset, values] : parts_) std::ranges::copy(values, joined_.begin() + offset);
    parts_ = {{0, joined_}};
  }

  std::vector<part> parts_;
  std::vector<T> joined_;
  std::size_t size_ = 0;
};

/// `values` must stay until they were sent.
template <class T, class Memory>
T* send(std::span<const T> values, buffer<Memory>& room, cudaStream_t on) {
  T* const there = room.template room_for<T>(values.size());
  check(cudaMemcpyAsync(there, values.data(), values.size_bytes(), cudaMemcpyHostToDevice, on), "a copy to the device");
  return there;
}

/// There when the stream was waited for.
template <class Values, class T>
Values fetch(const T* there, std::size_t n, cudaStream_t on) {
  Values values(n);
  check(cudaMemcpyAsync(values.data(), there, n * sizeof(T), cudaMemcpyDeviceToHost, on), "a copy from the device");
  return values;
}

}  // namespace exonweave::gpu

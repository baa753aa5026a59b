// The CUDA runtime with errors as exceptions, memory with an owner, and arrays on their way to a device and back.
#pragma once

#include <cuda_runtime_api.h>

#include <algorithm>
#include <cstddef>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "gpu/device/devices.hpp"
#include "spliced/scoring/substitution.hpp"

namespace exonweave::gpu {

// The CUDA runtime with errors as exceptions, and memory with an owner.

/// Throws device_failure, or device_memory_exceeded, unless a call went well. `what` was tried.
inline void check(cudaError_t status, const char* what) {
  if (status == cudaSuccess) return;
  (void)cudaGetLastError();  // an error that sticks would be blamed on the next call
  const std::string message =
      std::string(what) + ": " + cudaGetErrorString(status) + " (" + cudaGetErrorName(status) + ")";
  if (status == cudaErrorMemoryAllocation) throw device_memory_exceeded(message);
  throw device_failure(message);
}

struct device_memory {
  static void* allocate(std::size_t bytes) {
    void* made = nullptr;
    check(cudaMalloc(&made, bytes), "memory of the device");
    return made;
  }
  static void release(void* made) { (void)cudaFree(made); }
};

/// Of the device too, from its pool: to make room waits for nothing else that the device does, as it would with
/// device_memory. Nothing may be reading or writing what is released.
struct pooled_memory {
  static void* allocate(std::size_t bytes) {
    void* made = nullptr;
    check(cudaMallocAsync(&made, bytes, cudaStreamPerThread), "memory of the device");
    check(cudaStreamSynchronize(cudaStreamPerThread), "memory of the device");
    return made;
  }
  static void release(void* made) {
    if (made == nullptr || cudaFreeAsync(made, cudaStreamPerThread) == cudaSuccess) return;
    (void)cudaGetLastError();  // another device is the current one
    (void)cudaFree(made);
  }
};

/// Of the host, where the device reads and writes it.
struct pinned_memory {
  static void* allocate(std::size_t bytes) {
    void* made = nullptr;
    check(cudaMallocHost(&made, bytes), "pinned memory");
    return made;
  }
  static void release(void* made) { (void)cudaFreeHost(made); }
};

/// Bytes that grow: what was in them is lost then.
template <class Memory>
class buffer {
 public:
  buffer() = default;
  ~buffer() { Memory::release(bytes_); }
  buffer(const buffer&) = delete;
  buffer& operator=(const buffer&) = delete;

  /// Room for n elements; nothing is moved to it.
  template <class T>
  T* room_for(std::size_t n) {
    if (n * sizeof(T) > size_) {
      Memory::release(std::exchange(bytes_, nullptr));
      size_ = 0;
      const std::size_t requested = n * sizeof(T) + n * sizeof(T) / 4;
      bytes_ = Memory::allocate(requested);
      size_ = requested;
    }
    return static_cast<T*>(bytes_);
  }

 private:
  void* bytes_ = nullptr;
  std::size_t size_ = 0;
};

/// Work on a stream may read what its owner is about to leave: this waits for it, however it is left. Declare it after
/// what the work reads.
class wait_at_end {
 public:
  explicit wait_at_end(cudaStream_t on) : on_(on) {}
  ~wait_at_end() { (void)cudaStreamSynchronize(on_); }
  wait_at_end(const wait_at_end&) = delete;
  wait_at_end& operator=(const wait_at_end&) = delete;

 private:
  cudaStream_t on_;
};

class stream {
 public:
  stream() { check(cudaStreamCreateWithFlags(&made_, cudaStreamNonBlocking), "a stream"); }
  ~stream() { (void)cudaStreamDestroy(made_); }
  stream(const stream&) = delete;
  stream& operator=(const stream&) = delete;

  [[nodiscard]] cudaStream_t get() const { return made_; }
  void wait() const { check(cudaStreamSynchronize(made_), "work on the device"); }

 private:
  cudaStream_t made_ = nullptr;
};

class event {
 public:
  event() { check(cudaEventCreate(&made_), "an event"); }
  ~event() { (void)cudaEventDestroy(made_); }
  event(const event&) = delete;
  event& operator=(const event&) = delete;

  void record(cudaStream_t on) const { check(cudaEventRecord(made_, on), "an event"); }
  [[nodiscard]] cudaEvent_t get() const { return made_; }
  /// Until what was on the stream before it is done.
  void wait() const { check(cudaEventSynchronize(made_), "work on the device"); }
  [[nodiscard]] double ms_since(const event& before) const {
    float ms = 0;
    check(cudaEventElapsedTime(&ms, before.made_, made_), "the time between two events");
    return ms;
  }

 private:
  cudaEvent_t made_ = nullptr;
};

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

/// [n_codes][n_codes] genome x target. T holds all scores.
template <class T>
std::vector<T> substitution_table(const spliced::substitution_matrix& matrix) {
  std::vector<T> table;
  for (std::size_t genomic = 0; genomic < matrix.n_codes(); ++genomic)
    for (std::size_t in_target = 0; in_target < matrix.n_codes(); ++in_target)
      table.push_back(static_cast<T>(
          matrix(static_cast<spliced::residue_code>(genomic), static_cast<spliced::residue_code>(in_target))));
  return table;
}

}  // namespace exonweave::gpu

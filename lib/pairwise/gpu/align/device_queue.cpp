#include "pairwise/gpu/align/device_queue.hpp"

#include <algorithm>
#include <utility>

namespace exonweave::gpu {

// With the queue's mutex.
device_queue::place::place(device_queue& queue, std::size_t index, std::uint64_t taken_bytes, std::uint64_t n_cells)
    : device(queue.devices_[index].index), bytes(taken_bytes), queue_(queue), index_(index), n_cells_(n_cells) {
  device_state& on = queue.devices_[index];
  ++on.n_pairs;
  on.n_cells += n_cells;
  on.bytes_left -= taken_bytes;
}

device_queue::place::~place() {
  const std::lock_guard lock(queue_.mutex_);
  device_state& on = queue_.devices_[index_];
  --on.n_pairs;
  on.n_cells -= n_cells_;
  on.bytes_left += bytes;
  queue_.is_left_.notify_one();
}

device_queue::device_queue(const std::vector<int>& devices, std::function<std::uint64_t(int)> free_bytes)
    : free_bytes_(std::move(free_bytes)) {
  for (const int device : devices) devices_.push_back({.index = device});
}

device_queue::device_state* device_queue::find(std::uint64_t requested_bytes) {
  device_state* found = nullptr;
  for (device_state& each : devices_)
    if (has_place(each, requested_bytes) && (found == nullptr || each.n_cells < found->n_cells)) found = &each;
  return found;
}

device_queue::place device_queue::take(std::uint64_t requested_bytes, std::uint64_t n_cells) {
  const std::lock_guard first(next_);
  std::unique_lock lock(mutex_);
  device_state* on = nullptr;
  is_left_.wait(lock, [&] { return (on = find(requested_bytes)) != nullptr; });
  if (on->n_pairs == 0) on->bytes_left = free_bytes_(on->index);
  const auto index = static_cast<std::size_t>(on - devices_.data());
  return {*this, index, std::min(requested_bytes, on->bytes_left), n_cells};
}

}  // namespace exonweave::gpu

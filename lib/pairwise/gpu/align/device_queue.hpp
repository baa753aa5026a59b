// Which device a pair is aligned on, and how much of its memory it gets: pairs run side by side on a device while all
// of them have what they want. One that wants more than there is gets an idle device to itself, and makes do with what
// that has.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <vector>

namespace exonweave::gpu {

class device_queue {
 public:
  /// A place on a device, until it is destroyed.
  class place {
   public:
    ~place();
    place(const place&) = delete;
    place& operator=(const place&) = delete;

    const int device;
    const std::uint64_t bytes;  // at most those that were requested

   private:
    friend class device_queue;
    place(device_queue& queue, std::size_t index, std::uint64_t taken_bytes, std::uint64_t n_cells);

    device_queue& queue_;
    std::size_t index_;
    std::uint64_t n_cells_;
  };

  /// `free_bytes(device)`: memory that alignments may take of an idle device.
  device_queue(const std::vector<int>& devices, std::function<std::uint64_t(int)> free_bytes);

  /// Of the devices where it finds its place the one that has the fewest cells to do. Waits until there is one; whoever
  /// came later waits, too. Any thread may call it. Throws what free_bytes() throws.
  [[nodiscard]] place take(std::uint64_t requested_bytes, std::uint64_t n_cells);

 private:
  struct device_state {
    int index = 0;
    std::size_t n_pairs = 0;
    std::uint64_t n_cells = 0;
    std::uint64_t bytes_left = 0;  // while there are pairs
  };

  [[nodiscard]] bool has_place(const device_state& on, std::uint64_t requested_bytes) const {
    return on.n_pairs == 0 || on.bytes_left >= requested_bytes;
  }
  [[nodiscard]] device_state* find(std::uint64_t requested_bytes);

  std::function<std::uint64_t(int)> free_bytes_;
  std::mutex next_;  // held by who is to have the next place
  std::mutex mutex_;
  std::condition_variable is_left_;
  std::vector<device_state> devices_;
};

}  // namespace exonweave::gpu

// Matches without gaps on a GPU (spliced/gapless/gapless_layout.hpp). Plain C++: the same header with and without a
// CUDA toolkit.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "spliced/gapless/gapless_layout.hpp"

namespace exonweave::gpu {

class device_gapless {
 public:
  virtual ~device_gapless() = default;

  /// Matches in chunks [first, last) of a text, `position` by open_text::letters, in no order. Throws run_stopped,
  /// device_failure, device_memory_exceeded.
  virtual std::vector<spliced::gapless_match> find(const spliced::open_text& text, std::size_t first, std::size_t last,
                                                   spliced::score least, const run_control& control) = 0;
  /// Of the filter's launches, and of all others, in all so far, by the device's clock.
  struct kernel_times {
    double filter_ms = 0, others_ms = 0;
  };
  [[nodiscard]] virtual kernel_times times() const = 0;
  /// Of the strips, in residues: by the shared memory of the device, or as requested.
  [[nodiscard]] virtual std::size_t block_length() const = 0;
};

struct gapless_room {
  std::size_t block_length = 0;    // of the queries: 32 or 16; 0: the longest that shared memory has room for
  std::uint64_t n_hits = 1 << 24;  // of a launch; where they are more it is done once more
};

/// Copies the queries to a device, where they stay. Throws device_failure, also where its shared memory has no room for
/// such blocks, and device_memory_exceeded.
std::unique_ptr<device_gapless> make_device_gapless(int device, const spliced::gapless_queries& queries,
                                                    const gapless_room& room = {});

/// On several devices, which share each text. Throws as make_device_gapless.
std::unique_ptr<spliced::gapless_finder> make_gapless_devices(const std::vector<int>& devices,
                                                              const spliced::gapless_queries& queries);

}  // namespace exonweave::gpu

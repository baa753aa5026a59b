// Runs strips of many pairs in one launch. Plain C++: the same header with and without a CUDA toolkit.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "gpu/device/devices.hpp"
#include "gpu/strips/strip_batch.hpp"
#include "spliced/graph/large_vector.hpp"

namespace exonweave::gpu {

/// What all pairs share.
struct strip_scoring {
  spliced::score extend = 0;   // what a gap's symbol costs
  bool has_free_ends = false;  // of targets
};

class strip_runner {
 public:
  virtual ~strip_runner() = default;

  /// The sinks' rows, those of pair k from the sum of n_columns before it on: words as in strip_batch.hpp. Throws
  /// device_failure, device_memory_exceeded.
  virtual spliced::large_vector<std::uint32_t> run(std::span<const strip_pair> pairs, const strip_scoring& scoring,
                                                   launch_times* times) = 0;
  /// Bytes, used ones included.
  [[nodiscard]] virtual std::size_t memory() const = 0;
};

/// On a device that discover() calls usable. Throws device_failure.
std::unique_ptr<strip_runner> make_strip_runner(int device);

/// What a launch keeps for a pair: the rows that its tasks leave.
std::size_t strip_row_bytes(const strip_pair& pair);

}  // namespace exonweave::gpu

// What is thrown where rows do not fit into the memory they may take.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>

namespace exonweave::spliced {

/// With `needed` bytes it would do.
struct memory_exceeded : std::runtime_error {
  memory_exceeded(std::uint64_t needed_bytes, std::uint64_t limit_bytes)
      : std::runtime_error("alignment rows need " + std::to_string(needed_bytes) + " bytes, the limit is " +
                           std::to_string(limit_bytes)),
        needed(needed_bytes),
        limit(limit_bytes) {}
  std::uint64_t needed;  // bytes
  std::uint64_t limit;   // bytes
};

}  // namespace exonweave::spliced

// What an engine says when rows do not fit.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>

namespace exonweave {

/// Thrown when even the smallest plan does not fit; with `needed` bytes, the least in whole rows, it does.
struct memory_exceeded : std::runtime_error {
  memory_exceeded(std::uint64_t needed_bytes, std::uint64_t limit_bytes)
      : std::runtime_error("alignment rows need " + std::to_string(needed_bytes) + " bytes, the limit is " +
                           std::to_string(limit_bytes)),
        needed(needed_bytes),
        limit(limit_bytes) {}
  std::uint64_t needed;  // bytes
  std::uint64_t limit;   // bytes
};

}  // namespace exonweave

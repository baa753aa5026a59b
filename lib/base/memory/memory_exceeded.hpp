// Memory that does not do: what an engine says when rows do not fit, and what helps.
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

/// What helps where the memory that was requested does not do: "raise --memory". So few bytes that a unit seems to be
/// missing are reported as what they are: "raise --memory: 4 are bytes, write 4G for GiB".
inline std::string memory_hint(std::uint64_t bytes) {
  constexpr std::uint64_t fewest_bytes = 4096;  // below that nobody means bytes
  const std::string number = std::to_string(bytes);
  return bytes < fewest_bytes ? "raise --memory: " + number + " are bytes, write " + number + "G for GiB"
                              : "raise --memory";
}

}  // namespace exonweave

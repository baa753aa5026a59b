#include "base/memory/memory_hint.hpp"

#include <fmt/format.h>

namespace exonweave {

std::string memory_hint(std::uint64_t bytes) {
  constexpr std::uint64_t fewest_bytes = 4096;  // below that nobody means bytes
  return bytes < fewest_bytes ? fmt::format("raise --memory: {0} are bytes, write {0}G for GiB", bytes)
                              : "raise --memory";
}

}  // namespace exonweave

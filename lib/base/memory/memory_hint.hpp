// What helps where the memory that was requested does not do.
#pragma once

#include <cstdint>
#include <string>

namespace exonweave {

/// "raise --memory". So few bytes that a unit seems to be missing are reported as what they are: "raise --memory: 4 are
/// bytes, write 4G for GiB".
std::string memory_hint(std::uint64_t bytes);

}  // namespace exonweave

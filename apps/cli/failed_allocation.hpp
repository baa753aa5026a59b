// How much memory was requested when there was no more.
#pragma once

#include <cstddef>
#include <cstdint>

namespace exonweave::apps {

/// Bytes of the last request that operator new refused with an exception, in any thread; 0 when none was, and under
/// sanitizers, which bring an operator new of their own.
std::size_t failed_allocation() noexcept;

/// As long as one lives, operator new refuses what would be more than so many bytes next to what was held when it
/// began: while inputs are read, of which nobody knows before how much they hold. One at a time. Not under sanitizers.
class allocation_limit {
 public:
  explicit allocation_limit(std::uint64_t bytes) noexcept;
  ~allocation_limit();
  allocation_limit(const allocation_limit&) = delete;
  allocation_limit& operator=(const allocation_limit&) = delete;

  /// Whether the last one was why operator new threw. What is requested with std::nothrow, and refused, is no failure.
  static bool was_reached() noexcept;
};

}  // namespace exonweave::apps

// How much memory was asked for when there was no more.
#pragma once

#include <cstddef>

namespace exonweave::apps {

/// Bytes of the last request that operator new refused, in any thread; 0 when none was, and under sanitizers,
/// which bring an operator new of their own.
std::size_t failed_allocation() noexcept;

}  // namespace exonweave::apps

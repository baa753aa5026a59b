// std::bad_alloc does not tell the size of the request, so operator new is replaced by one that notes it.
#include "cli/failed_allocation.hpp"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <new>

#include "base/memory/allocator.hpp"

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace {

std::atomic<std::size_t> refused_bytes{0};

// Of an allocation_limit.
std::atomic<bool> is_limited{false}, is_reached{false};
std::atomic<std::int64_t> bytes_left{0};

}  // namespace

exonweave::apps::allocation_limit::allocation_limit(std::uint64_t bytes) noexcept {
  constexpr std::uint64_t most = std::numeric_limits<std::int64_t>::max();
  bytes_left = static_cast<std::int64_t>(std::min(bytes, most));
  is_limited = true;
  is_reached = false;
}

exonweave::apps::allocation_limit::~allocation_limit() { is_limited = false; }

bool exonweave::apps::allocation_limit::was_reached() noexcept { return is_reached; }

std::size_t exonweave::apps::failed_allocation() noexcept { return refused_bytes; }

#ifndef EXONWEAVE_SANITIZES

namespace {

#ifdef __GLIBC__
// With what malloc keeps next to it.
std::int64_t bytes_of(void* memory) noexcept {
  return static_cast<std::int64_t>(malloc_usable_size(memory) + sizeof(std::size_t));
}
#endif

// Takes a piece of memory off what is left. False where that is too little; then nothing is taken.
bool count_taken([[maybe_unused]] void* memory) noexcept {
#ifdef __GLIBC__
  const std::int64_t size = bytes_of(memory);
  if (bytes_left.fetch_sub(size, std::memory_order_relaxed) >= size) return true;
  bytes_left.fetch_add(size, std::memory_order_relaxed);
  return false;
#else
  return true;
#endif
}

void count_freed([[maybe_unused]] void* memory) noexcept {
#ifdef __GLIBC__
  bytes_left.fetch_add(bytes_of(memory), std::memory_order_relaxed);
#endif
}

enum class refusal { none, system, limit };

struct allocation {
  void* memory = nullptr;  // null where it was refused
  refusal why = refusal::none;
};

allocation allocate(std::size_t size) noexcept {
  void* const memory = std::malloc(size == 0 ? 1 : size);
  if (memory == nullptr) return {nullptr, refusal::system};
  if (!is_limited.load(std::memory_order_relaxed) || count_taken(memory)) return {memory};
  std::free(memory);
  return {nullptr, refusal::limit};
}

}  // namespace

void* operator new(std::size_t size) {
  const auto [memory, why] = allocate(size);
  if (memory != nullptr) return memory;
  if (why == refusal::limit) is_reached = true;
  refused_bytes = size;
  throw std::bad_alloc();
}

// Who asks this way does without, so that nothing has failed: std::stable_sort for its buffer.
void* operator new(std::size_t size, const std::nothrow_t&) noexcept { return allocate(size).memory; }

void operator delete(void* memory) noexcept {
  if (memory != nullptr && is_limited.load(std::memory_order_relaxed)) count_freed(memory);
  std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept { operator delete(memory); }

#endif

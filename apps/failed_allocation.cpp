// std::bad_alloc does not tell the size of the request, so operator new is replaced by one that notes it.
#include "failed_allocation.hpp"

#include <atomic>
#include <cstdlib>
#include <new>

namespace {

std::atomic<std::size_t> refused_bytes{0};

}  // namespace

std::size_t exonweave::apps::failed_allocation() noexcept { return refused_bytes; }

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)

void* operator new(std::size_t size) {
  void* const memory = std::malloc(size == 0 ? 1 : size);
  if (memory != nullptr) return memory;
  refused_bytes = size;
  throw std::bad_alloc();
}

void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

#endif

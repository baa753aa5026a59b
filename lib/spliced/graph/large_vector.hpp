// Vectors for what a whole region has: where they are large they ask the system for large pages. Regions come and go,
// and to get their memory in small pages takes as long as to fill it.
#pragma once

#ifdef __linux__
#include <sys/mman.h>
#endif

#include <cstddef>
#include <cstdint>
#include <new>
#include <vector>

namespace exonweave::spliced {

/// What elements have that nobody gave a value.
enum class fresh_elements : std::uint8_t { zero, unset };

template <class T, fresh_elements Fresh = fresh_elements::zero>
class large_allocator {
 public:
  using value_type = T;
  template <class Other>
  struct rebind {
    using other = large_allocator<Other, Fresh>;
  };

  large_allocator() = default;
  template <class Other>
  explicit(false) large_allocator(const large_allocator<Other, Fresh>&) {}

  T* allocate(std::size_t n) {
    if (!is_large(n)) return static_cast<T*>(::operator new(n * sizeof(T)));
    void* const made = ::operator new(n * sizeof(T), page);
#ifdef __linux__
    madvise(made, n * sizeof(T), MADV_HUGEPAGE);  // only a request
#endif
    return static_cast<T*>(made);
  }
  void deallocate(T* made, std::size_t n) {
    if (is_large(n))  // with ?: in its place clang 19 calls both
      ::operator delete(made, page);
    else
      ::operator delete(made);
  }
  template <class Other>
  bool operator==(const large_allocator<Other, Fresh>&) const {
    return true;
  }

  template <class Element>
  void construct(Element* element) requires(Fresh == fresh_elements::unset) {
    ::new (static_cast<void*>(element)) Element;
  }

 private:
  static constexpr std::align_val_t page{std::size_t{2} << 20};
  static constexpr std::size_t few_pages = 2;
  static bool is_large(std::size_t n) { return n * sizeof(T) >= few_pages * static_cast<std::size_t>(page); }
};

template <class T>
using large_vector = std::vector<T, large_allocator<T>>;

/// Bytes that are written before they are read.
using large_buffer = std::vector<std::byte, large_allocator<std::byte, fresh_elements::unset>>;

}  // namespace exonweave::spliced

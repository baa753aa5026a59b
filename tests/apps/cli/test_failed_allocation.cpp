// What is noted of memory that was refused.
#include <cstddef>
#include <new>

#include "base/memory/allocator.hpp"
#include "catch.hpp"
#include "cli/failed_allocation.hpp"

using namespace exonweave::apps;

#if !defined(EXONWEAVE_SANITIZES) && defined(__GLIBC__)

TEST_CASE("a limit is reached where a request for more fails, not where somebody does without") {
  constexpr std::size_t most = std::size_t{1} << 20, more = std::size_t{8} << 20;
  const std::size_t before = failed_allocation();
  void* refused = nullptr;
  bool has_thrown = false;
  {
    const allocation_limit limit(most);
    refused = ::operator new(more, std::nothrow);
  }
  CHECK(refused == nullptr);
  CHECK_FALSE(allocation_limit::was_reached());
  CHECK(failed_allocation() == before);
  {
    const allocation_limit limit(most);
    try {
      ::operator delete(::operator new(more));
    } catch (const std::bad_alloc&) {
      has_thrown = true;
    }
  }
  CHECK(has_thrown);
  CHECK(allocation_limit::was_reached());
  CHECK(failed_allocation() == more);
}

TEST_CASE("memory that is given without a word may be freed like any other") {
  const allocation_limit limit(std::size_t{1} << 20);
  void* const given = ::operator new(1000, std::nothrow);
  CHECK(given != nullptr);
  ::operator delete(given, std::nothrow);
}

#else

TEST_CASE("where requests are not counted a limit refuses none") {
  const allocation_limit limit(std::size_t{1} << 20);
  void* const given = ::operator new (std::size_t{8} << 20, std::nothrow);
  CHECK(given != nullptr);
  CHECK_FALSE(allocation_limit::was_reached());
  ::operator delete(given, std::nothrow);
}

#endif

// The matcher "the text contains": its name differs between Catch2 2 and 3.
#pragma once

#include <catch.hpp>
#include <string>

namespace exonweave::testing {

inline auto contains(const std::string& part) {
#if __has_include(<catch2/catch_all.hpp>)
  return Catch::Matchers::ContainsSubstring(part);
#else
  return Catch::Matchers::Contains(part);
#endif
}

}  // namespace exonweave::testing

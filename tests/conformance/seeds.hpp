// Which random cases are tried. EXONWEAVE_SEED_OFFSET is added to every seed, so that other cases can be tried and a
// failure be seen again.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <string>

#include "case_count.hpp"
#include "catch.hpp"

namespace exonweave::testing {

inline std::uint64_t seed_offset() {
  const char* given = std::getenv("EXONWEAVE_SEED_OFFSET");
  return given == nullptr ? 0 : std::stoull(given);
}

/// The running test as an argument of the program, where a comma would end its name.
inline std::string name_of_this_test() {
  std::string name;
  for (const char each : Catch::getResultCapture().getCurrentTestName())
    name += (each == ',' ? "\\" : "") + std::string(1, each);
  return name;
}

/// check(seed) for n_cases(n) seeds, the first of them `first` plus the offset. A failure says its seed and how to see
/// it again.
template <class Check>
void for_each_seed(std::uint64_t first, std::uint64_t n, const Check& check) {
  const std::uint64_t offset = seed_offset();
  INFO("again: EXONWEAVE_SEED_OFFSET=" << offset << " test_conformance \"" << name_of_this_test() << '"');
  for (std::uint64_t seed = first + offset; seed < first + offset + n_cases(n); ++seed) {
    INFO("seed " << seed);
    check(seed);
  }
}

}  // namespace exonweave::testing

// Which random cases are tried: others with another seed of tests, which a failure names.
#pragma once

#include <cstdint>
#include <string>

#include "case_count.hpp"
#include "catch.hpp"
#include "seed.hpp"

namespace exonweave::testing {

/// What is added to the seed of a case: 0 in usual runs, and far apart for two seeds of tests.
inline std::uint64_t seed_offset() { return 1'000'000 * (seed_of_tests() - 1); }

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
  INFO("again: EXONWEAVE_TEST_SEED=" << seed_of_tests() << " test_conformance \"" << name_of_this_test() << '"');
  for (std::uint64_t seed = first + offset; seed < first + offset + n_cases(n); ++seed) {
    INFO("seed " << seed);
    check(seed);
  }
}

}  // namespace exonweave::testing

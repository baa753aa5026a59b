// Seeds of random cases: the same in every run, so that a failure comes back.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <string>

namespace exonweave::testing {

/// 1, or what $EXONWEAVE_TEST_SEED says: to try other cases.
inline std::uint64_t seed_of_tests() {
  const char* const given = std::getenv("EXONWEAVE_TEST_SEED");
  return given == nullptr ? 1 : std::stoull(given);
}

}  // namespace exonweave::testing

// How many random cases a test tries. Under sanitizers a case takes ten times as long, so there are fewer of them: the
// builds without them try all.
#pragma once

#include <cstdint>

namespace exonweave::testing {

/// Of `n` cases, or of what is told of so many.
constexpr std::uint64_t n_cases(std::uint64_t n) {
#ifdef EXONWEAVE_SANITIZED
  constexpr std::uint64_t one_in = 4;
  return n / one_in;
#else
  return n;
#endif
}

}  // namespace exonweave::testing

// Tests that need what is not everywhere, such as real data or a GPU, say so where it is missing.
#pragma once

#include <string>

#include "catch.hpp"

namespace exonweave::testing {

/// Whether any test of this program was skipped: main says so when nothing failed, and ctest reads that.
inline bool has_skipped = false;

/// Warns "skipped" and why; the test should return then.
inline void skip(const std::string& why) {
  WARN("skipped: " << why);
  has_skipped = true;
}

}  // namespace exonweave::testing

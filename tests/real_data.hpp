// Tests on real data say so where it is missing: not everyone has it.
#pragma once

#include <filesystem>

#include "catch.hpp"

namespace exonweave::testing {

/// Warns "skipped" when the path does not exist; the test should return then.
inline bool is_missing(const std::filesystem::path& data) {
  if (std::filesystem::exists(data)) return false;
  WARN("skipped: there is no " << data.string());
  return true;
}

}  // namespace exonweave::testing

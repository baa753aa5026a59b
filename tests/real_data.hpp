// Tests on real data are skipped where it is missing: not everyone has it.
#pragma once

#include <filesystem>

#include "skipping.hpp"

namespace exonweave::testing {

/// Where the path does not exist the test is skipped, and should return.
inline bool is_missing(const std::filesystem::path& data) {
  if (std::filesystem::exists(data)) return false;
  skip("there is no " + data.string());
  return true;
}

}  // namespace exonweave::testing

// Any bytes as a settings file: what is sound reads back to the same value after it was written out.
#pragma once

#include <cstdlib>
#include <string>

#include "base/files/report.hpp"
#include "in_memory_file.hpp"

namespace exonweave::fuzzing {

/// `read` takes a path and a report; what it gives has a to_yaml.
template <class Read>
void fuzz_settings(const std::uint8_t* data, std::size_t size, Read read) {
  try {
    report problems;
    const in_memory_file file(data, size);
    const auto settings = read(file.path(), problems);
    if (problems.error_count() > 0) return;
    const std::string yaml = to_yaml(settings);
    const in_memory_file written(reinterpret_cast<const std::uint8_t*>(yaml.data()), yaml.size());
    const auto again = read(written.path(), problems);
    if (problems.error_count() > 0 || !(again == settings)) std::abort();
  } catch (const failure&) {
  }
}

}  // namespace exonweave::fuzzing

// A file that a run reads, as it is distinguished apart by what is in it.
#pragma once

#include <optional>
#include <string>

#include "base/files/byte_source.hpp"

namespace exonweave::apps {

struct input_file {
  std::string role;  // "genome", "targets", ...
  std::string path;
  std::optional<file_checksum> sum{};  // nothing for a pipe, which can be read only once
};

/// Reads it whole.
input_file sum_file(std::string role, const std::string& path);

}  // namespace exonweave::apps

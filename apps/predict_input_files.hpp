// The files that `exonweave predict` reads, as they are told apart by what is in them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "exons/io/file_checksum.hpp"
#include "predict_inputs.hpp"

namespace exonweave::apps {

struct input_file {
  std::string role;  // "genome", "targets", ...
  std::string path;
  std::optional<file_checksum> sum{};  // nothing for a pipe, which can be read only once
};

/// All that were read, in the order of their roles. Reads them whole.
std::vector<input_file> sum_input_files(const predict_options& options, const predict_inputs& read);

}  // namespace exonweave::apps

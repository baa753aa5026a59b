// The files that `exonweave predict` reads, as they are distinguished apart by what is in them.
#pragma once

#include <vector>

#include "cli/input_file.hpp"
#include "predict/predict_inputs.hpp"

namespace exonweave::apps {

/// The files that --scoring names, for check_paths.
std::vector<named_path> paths_in_scoring(const predict_options& options, const predict_inputs& read);

/// All that were read, in the order of their roles. Reads them whole.
std::vector<input_file> sum_input_files(const predict_options& options, const predict_inputs& read);

}  // namespace exonweave::apps

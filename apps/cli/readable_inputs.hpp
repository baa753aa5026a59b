// Inputs that are not there, or cannot be read: all of them are reported at once, before the first one is read.
#pragma once

#include <vector>

#include "cli/options.hpp"

namespace exonweave::apps {

/// Looks at the paths, and opens none: a pipe would miss its reader. Empty paths, standard input, and words that are no
/// paths (built-in models and matrices, a calibration that nobody named) are passed over. Throws missing_input with a
/// problem for each file.
void check_readable(const std::vector<named_path>& inputs);

}  // namespace exonweave::apps

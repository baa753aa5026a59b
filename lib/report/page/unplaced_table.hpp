// The table of targets without a model, as `--unplaced-out` and annotate write it.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "base/files/report.hpp"

namespace exonweave {

/// Its columns by name, each a list: texts, and numbers or null where a point stands. Bad lines go to `problems`.
/// Throws missing_input, io_failure.
nlohmann::ordered_json read_unplaced(const std::string& path, report& problems);

}  // namespace exonweave

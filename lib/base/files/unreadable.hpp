// Files that cannot be opened for reading, reported in one way by whoever looks.
#pragma once

#include <optional>
#include <string>

#include "base/files/report.hpp"

namespace exonweave {

/// What byte_source throws missing_input for; nothing where it does not. Opens nothing, so that a pipe keeps its
/// reader. "-" is there.
std::optional<problem_report> why_unreadable(const std::string& path);

/// A file, or what `name` is shown as, that is missing for this reason.
problem_report about_missing(const std::string& name, std::string what);

}  // namespace exonweave

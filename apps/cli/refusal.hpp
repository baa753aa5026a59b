// Refusing what an option says.
#pragma once

#include <string>
#include <utility>

#include "base/files/report.hpp"

namespace exonweave::apps {

/// Throws bad_usage with the option in the place of a file.
[[noreturn]] inline void refuse_option(const std::string& option, problem_report problem) {
  problem.where.file = option;
  throw bad_usage(std::move(problem));
}

}  // namespace exonweave::apps

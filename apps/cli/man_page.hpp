// The manual page.
#pragma once

#include <string>

#include "cli/command_line.hpp"

namespace exonweave::apps {

/// Section 1, in the macros of man(7). `exit_codes` are reported line by line.
std::string man_page(const command_entry& program, const std::string& version, const std::string& exit_codes);

}  // namespace exonweave::apps

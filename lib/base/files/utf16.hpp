// UTF-16, as some editors save text: none of our readers takes it, and each says so.
#pragma once

#include <string_view>

#include "base/files/report.hpp"

namespace exonweave {

/// Whether a text that begins so is UTF-16: it has that byte order mark, or every other byte is NUL, as where letters
/// are Latin.
bool is_utf16(std::string_view start);

/// What to say of such a file.
problem_report utf16_problem(place where);

}  // namespace exonweave

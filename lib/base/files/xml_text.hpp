// Text of the user's that goes into XML or HTML: names of sequences and targets may hold anything.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace exonweave {

/// `text` with & < > " and ' escaped, and each byte that XML cannot hold (control characters, what is not
/// UTF-8) replaced by U+FFFD. Cut to `most` characters, the last of them an ellipsis.
std::string xml_text(std::string_view text, std::size_t most = static_cast<std::size_t>(-1));

}  // namespace exonweave

// Lengths on the command line, and what helps where one is none.
#pragma once

#include <cstdint>
#include <string>

namespace exonweave::apps {

/// parse_length() of an option that takes `word` as well, which its message names; empty: none.
std::int64_t parse_length_next_to(const std::string& word, const std::string& option, const std::string& text);

}  // namespace exonweave::apps

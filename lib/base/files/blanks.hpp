// What stands between words, and nothing else.
#pragma once

#include <string_view>

namespace exonweave {

/// Of a line, which ends before '\n'.
constexpr std::string_view blanks = " \t\r\v\f";

/// `text` without any of `around` at its ends.
inline std::string_view trimmed(std::string_view text, std::string_view around = blanks) {
  const std::size_t first = text.find_first_not_of(around);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(around) - first + 1);
}

}  // namespace exonweave

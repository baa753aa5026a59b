#include "base/files/utf16.hpp"

#include <utility>

namespace exonweave {

bool is_utf16(std::string_view start) {
  if (start.starts_with("\xff\xfe") || start.starts_with("\xfe\xff")) return true;
  const auto is_nul = [start](std::size_t i) { return start[i] == '\0'; };
  return start.size() >= 4 && is_nul(0) == is_nul(2) && is_nul(1) == is_nul(3) && is_nul(0) != is_nul(1);
}

problem_report utf16_problem(place where) {
  return {.where = std::move(where),
          .what = "UTF-16 text, which is not read",
          .need = "plain text (UTF-8)",
          .hint = "save it as plain text, or convert it: iconv -f UTF-16 -t UTF-8"};
}

}  // namespace exonweave

// The fields of a line of a tab-separated table.
#pragma once

#include <algorithm>
#include <string_view>
#include <vector>

namespace exonweave {

/// More than any table has that is read here: what stands after so many tabs less one is the last field.
constexpr std::size_t max_fields = 4096;

/// Views of the line; an empty line has one field, which is empty.
inline std::vector<std::string_view> split_at_tabs(std::string_view line) {
  std::vector<std::string_view> fields;
  for (std::size_t start = 0; start <= line.size();) {
    const bool is_last = fields.size() + 1 == max_fields;
    const std::size_t tab = is_last ? line.size() : std::min(line.find('\t', start), line.size());
    fields.push_back(line.substr(start, tab - start));
    start = tab + 1;
  }
  return fields;
}

}  // namespace exonweave

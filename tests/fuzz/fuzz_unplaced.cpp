// Any text as a table of targets without a model: told what is wrong, or all its columns have as many rows.
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <string>

#include "in_memory_file.hpp"
#include "report/page/page_frame.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace exonweave;
  const fuzzing::in_memory_file file(data, size);
  try {
    report problems;
    const auto table = read_unplaced(file.path(), problems);
    for (const auto& problem : problems.errors())
      if (problem.text().empty()) std::abort();
    if (problems.error_count() > 0) return 0;
    std::string text;
    write_unplaced_columns(table, [&text](std::string_view piece) { text += piece; });
    for (const auto& column : nlohmann::json::parse(text))
      if (column.size() != table.rows.size()) std::abort();
  } catch (const failure&) {
  }
  return 0;
}

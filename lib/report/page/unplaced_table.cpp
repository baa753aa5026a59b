#include "report/page/unplaced_table.hpp"

#include <fmt/format.h>

#include <array>
#include <string_view>
#include <vector>

#include "base/files/line_reader.hpp"
#include "base/files/parse_number.hpp"
#include "base/files/tab_fields.hpp"

namespace exonweave {
namespace {

using json = nlohmann::ordered_json;

struct unplaced_column {
  std::string_view name;
  bool is_number;
};

constexpr std::array unplaced_columns{unplaced_column{"target_id", false},    unplaced_column{"region_seqid", false},
                                      unplaced_column{"region_start0", true}, unplaced_column{"region_end0", true},
                                      unplaced_column{"strands", false},      unplaced_column{"reason", false},
                                      unplaced_column{"best_score", true},    unplaced_column{"n_candidates", true}};

bool is_head(const std::vector<std::string_view>& fields) {
  if (fields.size() != unplaced_columns.size()) return false;
  for (std::size_t c = 0; c < fields.size(); ++c)
    if (fields[c] != unplaced_columns[c].name) return false;
  return true;
}

void add_row(const std::vector<std::string_view>& fields, const place& where, json& table, report& problems) {
  if (fields.size() != unplaced_columns.size()) {
    problems.error({.where = where,
                    .what = "wrong number of columns",
                    .got = fmt::format("{}", fields.size()),
                    .need = fmt::format("{} separated by tabs", unplaced_columns.size())});
    return;
  }
  for (std::size_t c = 0; c < fields.size(); ++c) {
    json& column = table[std::string(unplaced_columns[c].name)];
    if (fields[c] == ".") {
      column.push_back(nullptr);
    } else if (!unplaced_columns[c].is_number) {
      column.push_back(fields[c]);
    } else if (const auto number = parse_real(fields[c]); number.ok()) {
      column.push_back(number.value);
    } else {
      problems.error({.where = where,
                      .what = fmt::format("{} is not a number", unplaced_columns[c].name),
                      .got = std::string(fields[c]),
                      .need = "a number or '.'"});
    }
  }
}

}  // namespace

json read_unplaced(const std::string& path, report& problems) {
  json table = json::object();
  for (const auto& column : unplaced_columns) table[std::string(column.name)] = json::array();
  line_reader lines(path);
  if (lines.is_foreign_text(problems)) return table;
  const auto head = lines.next();
  if (!head || !is_head(split_at_tabs(*head))) {
    problems.error({.where = {path, 1},
                    .what = "not a table of targets without a model",
                    .got = std::string(head.value_or("").substr(0, 60)),
                    .need = "the columns that --unplaced-out writes"});
    return table;
  }
  while (const auto line = lines.next())
    if (!line->empty()) add_row(split_at_tabs(*line), lines.where(), table, problems);
  lines.warn_if_cut(problems);
  return table;
}

}  // namespace exonweave

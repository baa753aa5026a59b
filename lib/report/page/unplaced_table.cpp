#include "report/page/unplaced_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "base/files/line_reader.hpp"
#include "base/files/numbers.hpp"
#include "report/page/column_writer.hpp"

namespace exonweave {
namespace {

constexpr std::array<std::string_view, 8> unplaced_head = {
    "target_id", "region_seqid", "region_start0", "region_end0", "strands", "reason", "best_score", "n_candidates"};

// Where a word or a figure stands in a line.
constexpr std::size_t place_in_line(std::string_view name) {
  return static_cast<std::size_t>(std::ranges::find(unplaced_head, name) - unplaced_head.begin());
}

double unplaced_figure(std::string_view text, std::string_view name, const place& where, report& problems) {
  constexpr double nothing = std::numeric_limits<double>::quiet_NaN();
  if (text == ".") return nothing;
  if (const auto number = parse_real(text); number.ok()) return number.value;
  problems.error({.where = where,
                  .what = fmt::format("{} is not a number", name),
                  .got = std::string(text),
                  .need = "a number or '.'"});
  return nothing;
}

void add_row(const std::vector<std::string_view>& fields, const place& where, unplaced_table& table, report& problems) {
  if (fields.size() != unplaced_head.size()) {
    problems.error({.where = where,
                    .what = "wrong number of columns",
                    .got = fmt::format("{}", fields.size()),
                    .need = fmt::format("{} separated by tabs", unplaced_head.size())});
    return;
  }
  unplaced_row& row = table.rows.emplace_back();
  for (std::size_t k = 0; k < unplaced_words.size(); ++k) {
    const std::string_view text = fields[place_in_line(unplaced_words[k])];
    row.words[k] = table.texts.number_of(text == "." ? "" : text);
  }
  for (std::size_t k = 0; k < unplaced_figures.size(); ++k)
    row.figures[k] = unplaced_figure(fields[place_in_line(unplaced_figures[k])], unplaced_figures[k], where, problems);
}

}  // namespace

unplaced_table read_unplaced(const std::string& path, report& problems) {
  unplaced_table table;
  line_reader lines(path);
  if (lines.is_foreign_text(problems)) return table;
  const auto head = lines.next();
  if (!head || !std::ranges::equal(split_at_tabs(*head), unplaced_head)) {
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

void write_unplaced_columns(const unplaced_table& table, const text_sink& sink) {
  column_writer columns(sink);
  for (std::size_t k = 0; k < unplaced_words.size(); ++k)
    columns.add_all(unplaced_words[k], table.rows,
                    [&table, k](const unplaced_row& row) { return table.texts[row.words[k]]; });
  for (std::size_t k = 0; k < unplaced_figures.size(); ++k)
    columns.add_all(unplaced_figures[k], table.rows, [k](const unplaced_row& row) { return row.figures[k]; });
  columns.finish();
}

}  // namespace exonweave

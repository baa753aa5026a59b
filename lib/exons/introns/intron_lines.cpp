#include "exons/introns/intron_lines.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <optional>

#include "base/files/numbers.hpp"
#include "base/files/yaml_map.hpp"
#include "exons/settings/setting_values.hpp"

namespace exonweave {
namespace {

std::optional<intron_cost> read_line(const yaml_node& item, score_unit unit, const std::string& file,
                                     report& problems) {
  const std::size_t n_before = problems.error_count();
  const yaml_map keys(item, {"an entry of introns", "cost: 30"}, {"cost", "per_kb"}, file, problems);
  const auto accept = [&](const yaml_node& value, const char* name, const value_fault& fault) {
    if (!fault.what.empty())
      keys.error(value, {.what = fmt::format("introns: {} {}", name, fault.what),
                         .got = shown(value),
                         .need = fault.need,
                         .hint = fault.hint});
  };
  intron_cost line;
  if (const auto* entry = keys.find("cost"))
    accept(*entry->value, "cost", read_cost(entry->value->text, is_plain_scalar(*entry->value), unit, line.cost));
  else if (problems.error_count() == n_before)
    keys.error(item, {.what = "introns: an entry without a cost", .need = "'cost: N', what an intron costs at least"});
  if (const auto* entry = keys.find("per_kb"))
    accept(*entry->value, "per_kb", read_cost_per_kb(entry->value->text, is_plain_scalar(*entry->value), line.per_kb));
  return problems.error_count() == n_before ? std::optional(line) : std::nullopt;
}

}  // namespace

std::vector<intron_cost> read_intron_lines(const yaml_node& value, score_unit unit, const std::string& file,
                                           report& problems) {
  const std::size_t n = value.children.size();
  if (value.is != yaml_node::kind::sequence || n < 1 || n > max_intron_lines) {
    problems.error({.where = {file, value.line},
                    .what = "introns is not a list of lines",
                    .got = value.is == yaml_node::kind::sequence ? fmt::format("{} entries", n) : shown(value),
                    .need = fmt::format("1 to {} entries such as '- {{cost: 30, per_kb: 0.5}}'", max_intron_lines)});
    return {};
  }
  std::vector<intron_cost> lines;
  for (const yaml_node& item : value.children)
    if (const auto line = read_line(item, unit, file, problems)) lines.push_back(*line);
  if (lines.size() < n) lines.clear();
  return lines;
}

std::string to_json(const std::vector<intron_cost>& lines) {
  std::vector<std::string> entries;
  for (const auto& line : lines)
    entries.push_back(fmt::format(R"({{"cost": {}, "per_kb": {}}})", to_string(line.cost), plain_decimal(line.per_kb)));
  return fmt::format("[{}]", fmt::join(entries, ", "));
}

}  // namespace exonweave

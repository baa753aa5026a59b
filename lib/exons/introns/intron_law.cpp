#include "exons/introns/intron_law.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numbers>
#include <numeric>
#include <optional>

#include "base/files/file_text.hpp"
#include "exons/settings/setting_values.hpp"

namespace exonweave {

bool has_intron_law(const intron_sample& sample) {
  return sample.lengths.size() >= fewest_for_law || sample.coding_length >= min_coding_for_law;
}

intron_cost intron_law(const intron_sample& sample) {
  constexpr double constant = 18;                          // half-bits
  constexpr double prior_length = 1000, usual_gap = 3000;  // nt; coding, from an intron to the next one
  constexpr double hundredths = 100;                       // of the slope per kb
  const double n = 1 + static_cast<double>(sample.lengths.size());
  const double mean = (prior_length + static_cast<double>(std::accumulate(sample.lengths.begin(), sample.lengths.end(),
                                                                          std::int64_t{0}))) /
                      n;
  const double gap = (usual_gap + static_cast<double>(sample.coding_length)) / n;
  const double rarity = 4 * std::log2(std::max(1.0, gap / usual_gap));
  return {written_score::of_halves(std::lround(2 * (constant + std::log2(mean) + rarity))),
          std::round(hundredths * 1000 / (mean * std::numbers::ln2)) / hundredths};
}

double mean_by_law(std::span<const intron_cost> lines) {
  assert(!lines.empty());
  const double per_kb = std::ranges::min(lines, {}, &intron_cost::per_kb).per_kb;
  return 1000 / (per_kb * std::numbers::ln2);
}

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

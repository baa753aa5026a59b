// The two plots of a parallelism study.
#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "lab/parallelism/parallelism_study.hpp"

namespace exonweave {
namespace {

constexpr std::int64_t most_bars = 24;  // further classes are one more bar

// Percent per class from `first` on; the last place holds all that lies beyond.
std::vector<double> percentages(const shares& of, std::int64_t first, std::int64_t n_classes) {
  std::vector<double> values(static_cast<std::size_t>(n_classes));
  for (const auto& [what, share] : of)
    values[static_cast<std::size_t>(std::min(what - first, n_classes - 1))] += 100 * share;
  return values;
}

const studied_case* largest_case(const parallelism_study& study) {
  const studied_case* largest = nullptr;
  const auto n_exons = [&](const studied_case& one) { return study.exon_sets[one.exon_set].n_exons; };
  for (const auto& one : study.cases)
    if (n_exons(one) > (largest == nullptr ? 0 : n_exons(*largest))) largest = &one;
  return largest;
}

std::string case_name(const named_study& named, const studied_case& one) {
  return fmt::format("case with the most exons, {}: {}:{}..{} ({}) with {}",
                     named.study.exon_sets[one.exon_set].n_exons, named.sequences.name(one.which.sequence),
                     one.which.region.start + 1, one.which.region.end, to_char(one.which.on),
                     named.targets.targets[one.which.target].name);
}

// Where the two charts differ.
struct chart_kind {
  std::int64_t first;  // class
  std::function<std::string(std::int64_t, bool is_rest)> label;
  std::function<shares(const exon_set_parallelism&)> of_case;
};

bar_chart fill_chart(bar_chart chart, const named_study& named, const shares& average, const chart_kind& kind) {
  const std::int64_t last = average.empty() ? kind.first : average.rbegin()->first;
  const std::int64_t n_classes = std::min(last - kind.first + 1, most_bars + 1);
  for (std::int64_t n = 0; n < n_classes; ++n) chart.categories.push_back(kind.label(kind.first + n, n == most_bars));
  chart.bars_name = fmt::format("average of {} {}", named.study.average.n_cases(),
                                named.study.average.n_cases() == 1 ? "case" : "cases");
  chart.bars = percentages(average, kind.first, n_classes);
  const auto* largest = largest_case(named.study);
  if (largest == nullptr || named.study.average.n_cases() == 1) return chart;
  chart.dots_name = case_name(named, *largest);
  chart.dots = percentages(kind.of_case(named.study.exon_sets[largest->exon_set]), kind.first, n_classes);
  return chart;
}

}  // namespace

bar_chart chart_exon_lengths(const named_study& named) {
  bar_chart chart;
  chart.title = "Lengths of candidate exons";
  chart.x_label = "exon length (nt)";
  chart.y_label = "share of exons (%)";
  const auto label = [](std::int64_t length_class, bool is_rest) {
    const auto from = length_class * length_class_width + 1;
    return is_rest ? fmt::format("{}+", from) : fmt::format("{}-{}", from, from + length_class_width - 1);
  };
  return fill_chart(chart, named, named.study.average.length_shares(),
                    {0, label, [](const auto& exons) { return shares_of(exons.length_classes); }});
}

bar_chart chart_group_sizes(const named_study& named) {
  bar_chart chart;
  chart.title = "Exons that can be aligned at once";
  chart.x_label = "exons in an overlap group (count)";
  chart.y_label = "share of groups (%)";
  const auto label = [](std::int64_t size, bool is_rest) { return fmt::format("{}{}", size, is_rest ? "+" : ""); };
  return fill_chart(chart, named, named.study.average.group_shares(),
                    {1, label, [](const auto& exons) { return shares_of(exons.group_sizes); }});
}

}  // namespace exonweave

#include "foresight/times/time_chart.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <string_view>
#include <utility>

#include "base/charts/svg_parts.hpp"
#include "base/files/xml_text.hpp"

namespace exonweave {
namespace {

// Pixels.
constexpr double left = 90;
constexpr double first_panel = 70, panel_height = 314;
constexpr double heading_y = 16, plot_top = 28, plot_height = 224;  // in a panel

// Seconds, and as exponents of ten.
constexpr double shortest_time = 1e-6, longest_time = 1e9;
constexpr int lowest_decade = -6, highest_decade = 9;

double shown_time(double seconds) {
  return seconds >= shortest_time ? std::min(seconds, longest_time) : shortest_time;  // NaN is not >= either
}

std::vector<case_time> shown_cases(std::vector<case_time> cases) {
  for (auto& one : cases) {
    one.predicted = shown_time(one.predicted);
    if (one.measured) one.measured = shown_time(*one.measured);
  }
  std::stable_sort(cases.begin(), cases.end(), [](const auto& a, const auto& b) { return a.predicted < b.predicted; });
  return cases;
}

// The exponents at the ends of the log scale.
struct decade_range {
  int first, last;
};

// The decades that hold every time of every panel, at least one.
decade_range range_of(const std::vector<time_panel>& panels) {
  std::vector<double> times;
  for (const auto& panel : panels)
    for (const auto& one : panel.cases) {
      times.push_back(one.predicted);
      if (one.measured) times.push_back(*one.measured);
    }
  if (times.empty()) return {-3, 0};
  const auto [least, most] = std::minmax_element(times.begin(), times.end());
  const int first = std::min(static_cast<int>(std::floor(std::log10(*least))), highest_decade - 1);
  return {first, std::max(static_cast<int>(std::ceil(std::log10(*most))), first + 1)};
}

// The plot of a panel and where values stand in it. Case k takes the places k to k + 1 of n_cases across.
struct plot_scales {
  plot_area plot;
  decade_range decades;
  std::size_t n_cases;

  [[nodiscard]] double x(double place) const { return plot.left + plot.width() * place / static_cast<double>(n_cases); }
  [[nodiscard]] double y(double exponent) const {
    return plot.top + plot.height * (decades.last - exponent) / (decades.last - decades.first);
  }
};

std::string decade_name(int decade) {
  constexpr std::array<int, 3> numbers = {1, 10, 100};
  constexpr std::array<std::string_view, 6> units = {"\xC2\xB5s", "ms", "s", "ks", "Ms", "Gs"};
  const auto steps = static_cast<std::size_t>(decade - lowest_decade);
  return fmt::format("{} {}", numbers[steps % 3], units[steps / 3]);
}

std::string y_axis_lines(const plot_scales& scales) {
  std::string svg;
  for (int decade = scales.decades.first; decade <= scales.decades.last; ++decade)
    svg += svg_y_line(scales.plot, scales.y(decade), decade_name(decade), decade == scales.decades.first);
  return svg + svg_y_name(scales.plot, "time per case");
}

// 1, 2 or 5 times a power of ten, at most 8 of them in n.
std::size_t round_step(std::size_t n) {
  for (std::size_t power = 1;; power *= 10)
    for (const std::size_t step : {power, 2 * power, 5 * power})
      if (n <= 8 * step) return step;
}

// The first, the last, and between them multiples of a step that leave room for the last.
std::vector<std::size_t> named_cases(std::size_t n) {
  std::vector<std::size_t> names = {1};
  const std::size_t step = round_step(n);
  for (std::size_t name = std::max<std::size_t>(step, 2); name + step / 2 < n; name += step) names.push_back(name);
  if (n > 1) names.push_back(n);
  return names;
}

std::string x_axis_names(const plot_scales& scales) {
  std::string svg;
  const double y = scales.plot.bottom();
  for (const std::size_t name : named_cases(scales.n_cases)) {
    const double x = scales.x(static_cast<double>(name) - 0.5);
    svg += fmt::format("<line x1=\"{0:.1f}\" x2=\"{0:.1f}\" y1=\"{1:.1f}\" y2=\"{2:.1f}\" stroke=\"{3}\"/>\n", x, y,
                       y + 5, svg_ink);
    const bool is_too_wide = name == scales.n_cases && name > 999'999;  // for what is right of the plot
    svg += svg_text(x, y + 19, {12, is_too_wide ? "end" : "middle"}, fmt::format("{}", name));
  }
  return svg + svg_x_name(scales.plot, 40, "cases, sorted by predicted time");
}

std::string line_element(const std::string& path) {
  return fmt::format("<path d=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"1.5\"/>\n", path, svg_blue);
}

// A dot is a line without length and with round ends.
std::string dots_element(const std::string& path) {
  return fmt::format("<path d=\"{}\" stroke=\"{}\" stroke-width=\"4\" stroke-linecap=\"round\"/>\n", path, svg_orange);
}

std::string dot_at(double x, double y) { return fmt::format("M{:.1f} {:.1f}h0", x, y); }

// Of marks of many cases, the first in each square of `size` pixels; all marks of few cases.
class thinner {
 public:
  thinner(std::size_t n_cases, double size) : takes_all_(n_cases <= few), size_(size) {}

  bool takes(double x, double y) {
    return takes_all_ || taken_.emplace(std::floor(x / size_), std::floor(y / size_)).second;
  }

 private:
  static constexpr std::size_t few = 2000;
  bool takes_all_;
  double size_;
  std::set<std::pair<double, double>> taken_;
};

std::string measured_dots(const std::vector<case_time>& cases, const plot_scales& scales) {
  thinner thin(cases.size(), 3);
  std::string path;
  for (std::size_t k = 0; k < cases.size(); ++k) {
    if (!cases[k].measured) continue;
    const double x = scales.x(static_cast<double>(k) + 0.5), y = scales.y(std::log10(*cases[k].measured));
    if (thin.takes(x, y)) path += dot_at(x, y);
  }
  return path.empty() ? "" : dots_element(path);
}

// A step per case, from one end of its place to the other.
std::string predicted_line(const std::vector<case_time>& cases, const plot_scales& scales) {
  thinner thin(cases.size(), 1);
  std::string path;
  for (std::size_t k = 0; k < cases.size(); ++k) {
    const double x = scales.x(static_cast<double>(k)), y = scales.y(std::log10(cases[k].predicted));
    if (!thin.takes(x, y)) continue;
    path += path.empty() ? fmt::format("M{:.1f} {:.1f}", x, y) : fmt::format("H{:.1f}V{:.1f}", x, y);
  }
  return line_element(path + fmt::format("H{:.1f}", plot_area::right));
}

std::string heading(const time_panel& panel, double y) {
  constexpr std::size_t longest_engine = 40, longest_note = 80;  // characters
  auto content = fmt::format("<tspan font-weight=\"bold\">{}</tspan>", xml_text(panel.engine, longest_engine));
  if (!panel.note.empty()) content += fmt::format("<tspan dx=\"12\">{}</tspan>", xml_text(panel.note, longest_note));
  return svg_text(left, y, {14, "start"}, content);
}

std::string panel_at(double top, const time_panel& panel, const decade_range& decades) {
  const plot_area plot{.left = left, .top = top + plot_top, .height = plot_height};
  const plot_scales scales{plot, decades, panel.cases.size()};
  const auto svg = heading(panel, top + heading_y) + y_axis_lines(scales);
  if (panel.cases.empty())
    return svg + svg_text(plot.left + plot.width() / 2, plot.top + plot.height / 2, {14, "middle"}, "no cases");
  return svg + measured_dots(panel.cases, scales) + predicted_line(panel.cases, scales) + x_axis_names(scales);
}

// What there is none of has no place in it.
std::string legend(const std::vector<time_panel>& panels) {
  constexpr double y = 56, mark_y = y - 4.5;
  const auto has = [&](const auto& what) {
    return std::any_of(panels.begin(), panels.end(), [&](const time_panel& panel) {
      return std::any_of(panel.cases.begin(), panel.cases.end(), what);
    });
  };
  std::string svg;
  if (has([](const case_time&) { return true; }))
    svg += line_element(fmt::format("M{:.1f} {:.1f}h22", left, mark_y)) + svg_legend_name(left + 30, y, "predicted");
  if (has([](const case_time& one) { return one.measured.has_value(); }))
    svg += dots_element(dot_at(left + 135, mark_y)) + svg_legend_name(left + 145, y, "measured");
  return svg;
}

}  // namespace

std::string to_svg(const time_chart& chart) {
  auto panels = chart.panels;
  for (auto& panel : panels) panel.cases = shown_cases(std::move(panel.cases));
  const auto decades = range_of(panels);
  auto svg =
      svg_head(chart.title, left, first_panel + panel_height * static_cast<double>(panels.size())) + legend(panels);
  double top = first_panel;
  for (const auto& panel : panels) {
    svg += panel_at(top, panel, decades);
    top += panel_height;
  }
  return svg + "</svg>\n";
}

}  // namespace exonweave

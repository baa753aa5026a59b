#include "lab/parallelism/bar_chart.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/charts/svg_parts.hpp"
#include "base/files/xml_text.hpp"

namespace exonweave {
namespace {

constexpr double height = 520;                                   // pixels
constexpr plot_area plot{.left = 74, .top = 96, .height = 320};  // labels that lie aslant have room below
constexpr double bar_share = 0.78;                               // of a category's width
constexpr double widest_bar = 60;                                // pixels

struct y_axis {
  double step, most;  // percent

  [[nodiscard]] double place(double value) const { return plot.top + plot.height * (1 - value / most); }
};

// At most six steps of a round size.
y_axis make_y_axis(const bar_chart& chart) {
  double largest = 1;
  for (const double value : chart.bars) largest = std::max(largest, value);
  for (const double value : chart.dots) largest = std::max(largest, value);
  for (const double step : {0.5, 1.0, 2.0, 5.0, 10.0})
    if (largest <= 6 * step) return {step, step * std::ceil(largest / step)};
  return {20, 20 * std::ceil(largest / 20)};
}

std::string dot_element(double x, double y, const std::string& hint) {
  return fmt::format(
      "<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"4.5\" fill=\"{}\" stroke=\"{}\" "
      "stroke-width=\"1.2\">{}</circle>\n",
      x, y, svg_orange, svg_ink, hint);
}

std::string legend(const bar_chart& chart) {
  constexpr double first = 56, second = 77, left = plot.left, name_left = left + 24;
  std::string svg = fmt::format("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"14\" height=\"12\" fill=\"{}\"/>\n", left,
                                first - 11, svg_blue) +
                    svg_legend_name(name_left, first, chart.bars_name);
  if (chart.dots_name.empty()) return svg;
  return svg + dot_element(left + 7, second - 5, "") + svg_legend_name(name_left, second, chart.dots_name);
}

std::string y_axis_lines(const bar_chart& chart, const y_axis& y) {
  std::string svg;
  const auto n_steps = static_cast<int>(std::lround(y.most / y.step));
  for (int n = 0; n <= n_steps; ++n) {
    const double value = n * y.step;
    svg += svg_y_line(plot, y.place(value), fmt::format("{:g}", value), n == 0);
  }
  return svg + svg_y_name(plot, chart.y_label);
}

double category_middle(const bar_chart& chart, std::size_t k) {
  return plot.left + plot.width() * (static_cast<double>(k) + 0.5) / static_cast<double>(chart.categories.size());
}

// Labels lie aslant where they would touch each other.
std::string x_axis_labels(const bar_chart& chart) {
  constexpr double character = 7.6;  // pixels
  std::size_t longest = 0;
  for (const auto& label : chart.categories) longest = std::max(longest, label.size());
  const bool aslant = static_cast<double>(longest * chart.categories.size()) * character > plot.width() * 0.9;
  std::string svg;
  for (std::size_t k = 0; k < chart.categories.size(); ++k) {
    const double x = category_middle(chart, k), y = plot.bottom() + 18;
    const auto turned = fmt::format(" transform=\"rotate(-50 {:.1f} {:.1f})\"", x + 4, y);
    const auto style = aslant ? text_style{12, "end", turned} : text_style{12, "middle"};
    svg += svg_text(aslant ? x + 4 : x, y, style, xml_text(chart.categories[k]));
  }
  return svg + svg_x_name(plot, aslant ? 88 : 46, chart.x_label);
}

std::string values(const bar_chart& chart, const y_axis& y) {
  const auto n = static_cast<double>(std::max<std::size_t>(chart.categories.size(), 1));
  const double bar_width = std::min(bar_share * plot.width() / n, widest_bar);
  std::string bars, dots;
  for (std::size_t k = 0; k < chart.categories.size(); ++k) {
    const double x = category_middle(chart, k), value_top = y.place(chart.bars[k]);
    const auto hint = [&](double value) {
      return fmt::format("<title>{}: {:.2f}%</title>", xml_text(chart.categories[k]), value);
    };
    bars += fmt::format("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" fill=\"{}\">{}</rect>\n",
                        x - bar_width / 2, value_top, bar_width, y.place(0) - value_top, svg_blue, hint(chart.bars[k]));
    if (!chart.dots_name.empty()) dots += dot_element(x, y.place(chart.dots[k]), hint(chart.dots[k]));
  }
  return bars + dots;
}

}  // namespace

std::string to_svg(const bar_chart& chart) {
  const auto y = make_y_axis(chart);
  return svg_head(chart.title, plot.left, height) + legend(chart) + y_axis_lines(chart, y) + values(chart, y) +
         x_axis_labels(chart) + "</svg>\n";
}

}  // namespace exonweave

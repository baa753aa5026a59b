#include "exons/analysis/bar_chart.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "exons/io/xml_text.hpp"

namespace exonweave {
namespace {

// Pixels.
constexpr double width = 900, height = 520;
constexpr double left = 74, right = 24, top = 96, bottom = 104;
constexpr double plot_width = width - left - right, plot_height = height - top - bottom;
constexpr double bar_share = 0.78;  // of a category's width
constexpr double widest_bar = 60;

constexpr auto bar_colour = "#0072B2", dot_colour = "#E69F00", ink = "#222222",
               grid = "#DDDDDD";            // Okabe and Ito
constexpr std::size_t longest_legend = 96;  // characters

struct y_axis {
  double step, most;  // percent

  [[nodiscard]] double place(double value) const { return top + plot_height * (1 - value / most); }
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

std::string text_element(double x, double y, int size, const char* anchor, const std::string& content,
                         const std::string& more = "") {
  return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" font-size=\"{}\" text-anchor=\"{}\"{}>{}</text>\n", x,
                     y, size, anchor, more, content);
}

std::string dot_element(double x, double y, const std::string& hint) {
  return fmt::format(
      "<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"4.5\" fill=\"{}\" stroke=\"{}\" "
      "stroke-width=\"1.2\">{}</circle>\n",
      x, y, dot_colour, ink, hint);
}

std::string head(const bar_chart& chart) {
  const auto title = xml_text(chart.title);
  return fmt::format(
             "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" height=\"{1:.0f}\" viewBox=\"0 0 "
             "{0:.0f} "
             "{1:.0f}\" role=\"img\" font-family=\"DejaVu Sans, Verdana, Arial, sans-serif\" fill=\"{2}\">\n"
             "<title>{3}</title>\n<rect width=\"100%\" height=\"100%\" fill=\"#FFFFFF\"/>\n",
             width, height, ink, title) +
         text_element(left, 32, 18, "start", title, " font-weight=\"bold\"");
}

std::string legend(const bar_chart& chart) {
  constexpr double first = 56, second = 77, text_left = left + 24;
  std::string svg = fmt::format("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"14\" height=\"12\" fill=\"{}\"/>\n",
                                left, first - 11, bar_colour) +
                    text_element(text_left, first, 13, "start", xml_text(chart.bars_name, longest_legend));
  if (chart.dots_name.empty()) return svg;
  return svg + dot_element(left + 7, second - 5, "") +
         text_element(text_left, second, 13, "start", xml_text(chart.dots_name, longest_legend));
}

std::string y_axis_lines(const bar_chart& chart, const y_axis& y) {
  std::string svg;
  const auto n_steps = static_cast<int>(std::lround(y.most / y.step));
  for (int n = 0; n <= n_steps; ++n) {
    const double value = n * y.step, at = y.place(value);
    svg += fmt::format("<line x1=\"{0:.1f}\" x2=\"{1:.1f}\" y1=\"{2:.1f}\" y2=\"{2:.1f}\" stroke=\"{3}\"/>\n",
                       left, width - right, at, n == 0 ? ink : grid);
    svg += text_element(left - 8, at + 4.5, 13, "end", fmt::format("{:g}", value));
  }
  const double middle = top + plot_height / 2;
  return svg + text_element(20, middle, 14, "middle", xml_text(chart.y_label),
                            fmt::format(" transform=\"rotate(-90 20 {:.1f})\"", middle));
}

double category_middle(const bar_chart& chart, std::size_t k) {
  return left + plot_width * (static_cast<double>(k) + 0.5) / static_cast<double>(chart.categories.size());
}

// Labels lie aslant where they would touch each other.
std::string x_axis_labels(const bar_chart& chart) {
  constexpr double character = 7.6;  // pixels
  std::size_t longest = 0;
  for (const auto& label : chart.categories) longest = std::max(longest, label.size());
  const bool aslant = static_cast<double>(longest * chart.categories.size()) * character > plot_width * 0.9;
  std::string svg;
  for (std::size_t k = 0; k < chart.categories.size(); ++k) {
    const double x = category_middle(chart, k), y = height - bottom + 18;
    svg += text_element(aslant ? x + 4 : x, y, 12, aslant ? "end" : "middle", xml_text(chart.categories[k]),
                        aslant ? fmt::format(" transform=\"rotate(-50 {:.1f} {:.1f})\"", x + 4, y) : "");
  }
  const double label_y = height - bottom + (aslant ? 88 : 46);
  return svg + text_element(left + plot_width / 2, label_y, 14, "middle", xml_text(chart.x_label));
}

std::string values(const bar_chart& chart, const y_axis& y) {
  const auto n = static_cast<double>(std::max<std::size_t>(chart.categories.size(), 1));
  const double bar_width = std::min(bar_share * plot_width / n, widest_bar);
  std::string bars, dots;
  for (std::size_t k = 0; k < chart.categories.size(); ++k) {
    const double x = category_middle(chart, k), value_top = y.place(chart.bars[k]);
    const auto hint = [&](double value) {
      return fmt::format("<title>{}: {:.2f}%</title>", xml_text(chart.categories[k]), value);
    };
    bars += fmt::format(
        "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" fill=\"{}\">{}</rect>\n",
        x - bar_width / 2, value_top, bar_width, y.place(0) - value_top, bar_colour, hint(chart.bars[k]));
    if (!chart.dots_name.empty()) dots += dot_element(x, y.place(chart.dots[k]), hint(chart.dots[k]));
  }
  return bars + dots;
}

}  // namespace

std::string to_svg(const bar_chart& chart) {
  const auto y = make_y_axis(chart);
  return head(chart) + legend(chart) + y_axis_lines(chart, y) + values(chart, y) + x_axis_labels(chart) +
         "</svg>\n";
}

}  // namespace exonweave

// Parts that the SVG charts share: the document's head, text, axes, places in the legend, and the colours.
#pragma once

#include <cstddef>
#include <string>

namespace exonweave {

// Okabe and Ito's, told apart by most who are colour-blind.
constexpr auto svg_blue = "#0072B2", svg_orange = "#E69F00";
constexpr auto svg_ink = "#222222", svg_grid = "#DDDDDD";

constexpr double svg_width = 900;  // pixels, of every chart

/// Where values stand, in pixels from the chart's upper left corner.
struct plot_area {
  static constexpr double right = svg_width - 24;
  double left, top, height;

  [[nodiscard]] constexpr double width() const { return right - left; }
  [[nodiscard]] constexpr double bottom() const { return top + height; }
};

/// How a text stands: `anchor` is start, middle or end; `attributes` are further ones, each after a blank.
struct text_style {
  int size;  // pixels
  const char* anchor;
  std::string attributes{};
};

/// The start of a document, `height` pixels high, with its title over plots that begin at `left`. "</svg>\n"
/// ends the document.
std::string svg_head(const std::string& title, double left, double height);

/// `content` is escaped already.
std::string svg_text(double x, double y, const text_style& style, const std::string& content);

/// What the legend says of the mark at its left; `name` is escaped, and cut where it is very long.
std::string svg_legend_name(double x, double y, const std::string& name);

/// A line across the plot at `y` with its value at the left; the axis itself is darker than the others.
std::string svg_y_line(const plot_area& plot, double y, const std::string& value, bool is_axis);

/// The names of the axes, which are escaped: of y beside the plot, of x `below` pixels under it.
std::string svg_y_name(const plot_area& plot, const std::string& name);
std::string svg_x_name(const plot_area& plot, double below, const std::string& name);

}  // namespace exonweave

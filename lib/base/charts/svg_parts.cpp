#include "base/charts/svg_parts.hpp"

#include <fmt/format.h>

#include "base/files/xml_text.hpp"

namespace exonweave {

std::string svg_head(const std::string& title, double left, double height) {
  const auto escaped = xml_text(title);
  return fmt::format(
             "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" height=\"{1:.0f}\" viewBox=\"0 0 "
             "{0:.0f} "
             "{1:.0f}\" role=\"img\" font-family=\"DejaVu Sans, Verdana, Arial, sans-serif\" fill=\"{2}\">\n"
             "<title>{3}</title>\n<rect width=\"100%\" height=\"100%\" fill=\"#FFFFFF\"/>\n",
             svg_width, height, svg_ink, escaped) +
         svg_text(left, 32, {18, "start", " font-weight=\"bold\""}, escaped);
}

std::string svg_text(double x, double y, const text_style& style, const std::string& content) {
  return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" font-size=\"{}\" text-anchor=\"{}\"{}>{}</text>\n", x, y,
                     style.size, style.anchor, style.attributes, content);
}

std::string svg_legend_name(double x, double y, const std::string& name) {
  constexpr std::size_t longest = 96;  // characters
  return svg_text(x, y, {13, "start"}, xml_text(name, longest));
}

std::string svg_y_line(const plot_area& plot, double y, const std::string& value, bool is_axis) {
  return fmt::format("<line x1=\"{0:.1f}\" x2=\"{1:.1f}\" y1=\"{2:.1f}\" y2=\"{2:.1f}\" stroke=\"{3}\"/>\n", plot.left,
                     plot_area::right, y, is_axis ? svg_ink : svg_grid) +
         svg_text(plot.left - 8, y + 4.5, {13, "end"}, value);
}

std::string svg_y_name(const plot_area& plot, const std::string& name) {
  constexpr double x = 20;
  const double middle = plot.top + plot.height / 2;
  const auto upwards = fmt::format(" transform=\"rotate(-90 {:.0f} {:.1f})\"", x, middle);
  return svg_text(x, middle, {14, "middle", upwards}, xml_text(name));
}

std::string svg_x_name(const plot_area& plot, double below, const std::string& name) {
  return svg_text(plot.left + plot.width() / 2, plot.bottom() + below, {14, "middle"}, xml_text(name));
}

}  // namespace exonweave

// A bar chart as SVG: shares of categories, one series as bars and another as dots over them.
#pragma once

#include <string>
#include <vector>

namespace exonweave {

struct bar_chart {
  std::string title;
  std::string x_label;  // with its unit
  std::string y_label;  // with its unit
  std::vector<std::string> categories;
  std::string bars_name;     // for the legend
  std::vector<double> bars;  // [categories], percent
  std::string dots_name;     // may hold names of the user's; empty: no dots
  std::vector<double> dots;  // [categories], percent
};

/// A whole SVG document. All text is escaped. Blue bars and orange dots with dark rims: told apart without
/// colour too.
std::string to_svg(const bar_chart& chart);

}  // namespace exonweave

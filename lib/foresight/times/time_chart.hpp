// A chart of times as SVG, like Figures 10 and 17 to 19 of Nolasco and Moreano: what each case was predicted
// to take and what it took, the cases sorted by the first. A panel per engine, one below the other.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace exonweave {

struct case_time {
  double predicted = 0;            // seconds
  std::optional<double> measured;  // seconds
};

struct time_panel {
  std::string engine;
  std::string note;  // beside the engine's name; may be empty
  std::vector<case_time> cases;
};

struct time_chart {
  std::string title;
  std::vector<time_panel> panels;
};

/// A whole SVG document. All text is escaped; names of engines are cut at 40 characters, notes at 80.
///
/// A line for predicted times and dots for measured ones, told apart without colour too. Cases of one
/// predicted time keep their order. All panels have the same range of seconds, whole decades on a log scale:
/// times under 1 us, among them zero and NaN, are drawn at 1 us, and those over 1 Gs (10^9 s) at 1 Gs.
///
/// A panel of more than 2,000 cases is thinned to what can be seen, so that it takes less than 400 kB: of the
/// steps of the line that begin in one pixel, and of the dots in a square of 3 x 3 pixels, the first is drawn.
std::string to_svg(const time_chart& chart);

}  // namespace exonweave

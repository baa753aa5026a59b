#include "exons/graph/intron_rules.hpp"

#include <limits>

namespace exonweave {
namespace {

// Lines of one slope are distinguished apart exactly, others by as much as rounding may make of them: what a length
// costs is within 1 of its product with the slope.
constexpr double rounding = 3;

// Whether at every length from `shortest` to `longest` some other line costs less: a steeper one up to a length, a
// flatter one from a length on.
bool is_never_least(const std::vector<intron_line>& lines, std::size_t k, double shortest, double longest) {
  const auto per_nt = [](const intron_line& line) { return static_cast<double>(line.per_kb.billionths()) * 1e-9; };
  double up_to = -1, start = std::numeric_limits<double>::infinity();
  for (std::size_t j = 0; j < lines.size(); ++j) {
    const double steeper = per_nt(lines[j]) - per_nt(lines[k]);
    const double dearer = static_cast<double>(lines[j].cost) - lines[k].cost;
    if (lines[j].per_kb == lines[k].per_kb) {
      if (dearer < 0 || (dearer == 0 && j < k)) return true;
    } else if (steeper > 0) {
      up_to = std::max(up_to, (-dearer - rounding) / steeper);
    } else {
      start = std::min(start, (dearer + rounding) / -steeper);
    }
  }
  return up_to >= longest || start <= shortest || start <= up_to;
}

}  // namespace

spliced::score intron_rules::between(std::int64_t end, std::int64_t start) const {
  spliced::score least = lines.front().between(end, start);
  for (const intron_line& each : lines) least = std::min(least, each.between(end, start));
  return least;
}

// A line that is left out costs more than another one at every length, and that one, if it is left out, than a third:
// the last of them is kept.
std::vector<intron_line> useful_lines(const intron_rules& introns, std::int64_t longest) {
  std::vector<intron_line> useful;
  for (std::size_t k = 0; k < introns.lines.size(); ++k)
    if (!is_never_least(introns.lines, k, static_cast<double>(introns.min_intron),
                        static_cast<double>(std::max(std::min(longest, introns.max_intron), introns.min_intron))))
      useful.push_back(introns.lines[k]);
  return useful;
}

}  // namespace exonweave

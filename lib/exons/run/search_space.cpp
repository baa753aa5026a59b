#include "exons/run/search_space.hpp"

#include <algorithm>
#include <string>

#include "base/statistics/random_source.hpp"

namespace exonweave {
namespace {

struct place {
  std::size_t sequence;
  interval where;

  bool operator==(const place&) const = default;
};

// Each once, as cases are sorted.
std::vector<place> regions_of(const std::vector<alignment_case>& cases) {
  std::vector<place> regions;
  for (const alignment_case& each : cases)
    if (const place region{each.sequence, each.region}; regions.empty() || regions.back() != region)
      regions.push_back(region);
  return regions;
}

// Regions laid end to end, in up to n_windows parts of one length: of each its first bases. One that goes on in the
// next region is several places.
std::vector<place> windows_in(const std::vector<place>& regions) {
  constexpr std::int64_t n_windows = 64, longest = 10'000;  // nt
  std::int64_t total = 0;
  for (const place& each : regions) total += each.where.length();
  const std::int64_t stride = std::max<std::int64_t>(1, (total + n_windows - 1) / n_windows);
  const std::int64_t length = std::min(longest, stride);
  std::vector<place> windows;
  std::int64_t before = 0;  // in all regions laid end to end
  for (const auto& [sequence, where] : regions) {
    const std::int64_t end = before + where.length();
    for (std::int64_t start = before / stride * stride; start < end; start += stride) {
      const interval part{std::max(start, before), std::min(start + length, end)};
      if (part.length() > 0)
        windows.push_back({sequence, {where.start + part.start - before, where.start + part.end - before}});
    }
    before = end;
  }
  return windows;
}

}  // namespace

std::vector<double> search_spaces(const prediction_input& input) {
  std::vector<double> spaces(input.targets->targets.size(), 0.0);
  if (input.n_places > 0) {
    for (std::size_t t = 0; t < spaces.size(); ++t)
      spaces[t] = input.n_places * static_cast<double>(input.targets->targets[t].residues.size());
    return spaces;
  }
  for (const alignment_case& each : *input.cases)
    spaces[each.target] += static_cast<double>(count_cells(each, *input.targets));
  return spaces;
}

std::uint32_t gc_of_regions(const prediction_input& input) {
  std::uint64_t gc = 0, not_gc = 0;
  for (const auto& [sequence, where] : windows_in(regions_of(*input.cases)))
    for (const char base : input.sequences->fetch(sequence, where)) {
      gc += base == 'G' || base == 'C' ? 1 : 0;
      not_gc += base == 'A' || base == 'T' ? 1 : 0;
    }
  if (gc + not_gc == 0) return per_million / 2;
  return static_cast<std::uint32_t>((gc * per_million + (gc + not_gc) / 2) / (gc + not_gc));
}

}  // namespace exonweave

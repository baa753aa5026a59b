#include "exons/run/search_space.hpp"

#include <algorithm>
#include <cmath>
#include <span>
#include <string>
#include <string_view>

#include "base/statistics/random_source.hpp"
#include "exons/sequences/genetic_code.hpp"

namespace exonweave {
namespace {

struct place {
  std::size_t sequence;
  interval where;

  bool operator==(const place&) const = default;
};

// Each once, as cases are sorted.
std::vector<place> regions_of(std::span<const alignment_task> cases) {
  std::vector<place> regions;
  for (const alignment_task& each : cases)
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
  const std::int64_t stride = std::max(longest, (total + n_windows - 1) / n_windows);
  std::vector<place> windows;
  std::int64_t before = 0;  // in all regions laid end to end
  for (const auto& [sequence, where] : regions) {
    const std::int64_t end = before + where.length();
    for (std::int64_t start = before / stride * stride; start < end; start += stride) {
      const interval part{std::max(start, before), std::min(start + longest, end)};
      if (part.length() > 0)
        windows.push_back({sequence, {where.start + part.start - before, where.start + part.end - before}});
    }
    before = end;
  }
  return windows;
}

bool is_gc(char base) { return base == 'G' || base == 'C'; }
bool is_at(char base) { return base == 'A' || base == 'T'; }

// How often a codon of independent bases is a stop codon.
double stop_chance(double gc, const genetic_code& code) {
  double chance = 0;
  for (std::size_t number = 0; number < codon_weights::n_codons; ++number) {
    const std::string codon = codon_of(number);
    if (!is_stop_codon(codon, code)) continue;
    double each = 1;
    for (const char base : codon) each *= (is_gc(base) ? gc : 1 - gc) / 2;
    chance += each;
  }
  return chance;
}

// In each of six frames, open ones of L codons and more have the share (1 + x) exp(-x) of independent bases, with x = L
// times the chance of a stop codon: a hundredth in all where x is this.
std::uint64_t count_coding(std::string_view bases, double gc, const genetic_code& code) {
  constexpr double stops_in_frame = 8.66;
  const double chance = stop_chance(gc, code);
  if (chance * static_cast<double>(bases.size()) < stops_in_frame) return 0;
  std::vector<bool> covered(bases.size(), false);
  cover_open_frames(bases, code, static_cast<std::size_t>(std::ceil(stops_in_frame / chance)), covered);
  std::uint64_t n = 0;
  for (std::size_t place = 0; place < bases.size(); ++place)
    n += covered[place] && (is_gc(bases[place]) || is_at(bases[place])) ? 1 : 0;
  return n;
}

}  // namespace

std::vector<double> search_spaces(const prediction_input& input) {
  std::vector<double> spaces(input.targets.targets.size(), 0.0);
  if (input.is_searched()) {
    for (std::size_t t = 0; t < spaces.size(); ++t)
      spaces[t] = input.n_places * static_cast<double>(input.targets.targets[t].residues.size());
    return spaces;
  }
  for (const alignment_task& each : input.cases)
    spaces[each.target] += static_cast<double>(count_cells(each, input.targets));
  return spaces;
}

region_content content_of_regions(const prediction_input& input, const genetic_codes& codes) {
  std::uint64_t gc = 0, not_gc = 0, coding = 0;
  for (const auto& [sequence, where] : windows_in(regions_of(input.cases))) {
    const std::string bases = input.sequences.fetch(sequence, where);
    const auto n_gc = static_cast<std::uint64_t>(std::ranges::count_if(bases, is_gc));
    const auto n_at = static_cast<std::uint64_t>(std::ranges::count_if(bases, is_at));
    gc += n_gc;
    not_gc += n_at;
    const double fraction = static_cast<double>(n_gc) / static_cast<double>(std::max<std::uint64_t>(1, n_gc + n_at));
    coding += count_coding(bases, fraction, codes.of_sequence(sequence));
  }
  const std::uint64_t n_known = gc + not_gc;
  if (n_known == 0) return {per_million / 2, 0};
  return {static_cast<std::uint32_t>((gc * per_million + n_known / 2) / n_known),
          static_cast<double>(coding) / static_cast<double>(n_known)};
}

}  // namespace exonweave

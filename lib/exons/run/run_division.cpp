#include "exons/run/run_division.hpp"

#include <algorithm>
#include <functional>
#include <numeric>
#include <queue>
#include <utility>

namespace exonweave {
namespace {

// Neighbours among the targets, [first, last).
struct target_run {
  std::size_t first = 0, last = 0;
  double seconds = 0;
};

// Those of a locus, as far as they take no longer than `most`.
std::vector<target_run> split_by_locus(std::span<const locus_target> targets, std::span<const double> seconds,
                                       double most) {
  std::vector<target_run> runs;
  for (std::size_t k = 0; k < targets.size(); ++k) {
    const bool goes_on = !runs.empty() && is_same_region(targets[k].cases.front(), targets[k - 1].cases.front()) &&
                         runs.back().seconds + seconds[k] <= most;
    if (!goes_on) runs.push_back({k, k, 0});
    runs.back().last = k + 1;
    runs.back().seconds += seconds[k];
  }
  return runs;
}

}  // namespace

std::vector<bool> run_division::places_of(std::size_t part) const {
  std::vector<bool> places(part_of.size());
  std::transform(part_of.begin(), part_of.end(), places.begin(), [part](std::uint32_t each) { return each == part; });
  return places;
}

run_division divide_run(std::span<const locus_target> targets, std::span<const double> seconds, std::size_t n_parts) {
  constexpr double max_of_a_part = 0.1;
  const double all = std::accumulate(seconds.begin(), seconds.end(), 0.0);
  auto runs = split_by_locus(targets, seconds, max_of_a_part * all / static_cast<double>(n_parts));
  std::ranges::stable_sort(runs, std::greater(), &target_run::seconds);

  using load = std::pair<double, std::uint32_t>;  // seconds, part
  std::priority_queue<load, std::vector<load>, std::greater<>> parts;
  for (std::uint32_t part = 0; part < n_parts; ++part) parts.emplace(0.0, part);
  run_division made{n_parts, std::vector<std::uint32_t>(targets.size())};
  for (const target_run& run : runs) {
    const auto [so_far, part] = parts.top();
    parts.pop();
    std::fill(made.part_of.begin() + static_cast<std::ptrdiff_t>(run.first),
              made.part_of.begin() + static_cast<std::ptrdiff_t>(run.last), part);
    parts.emplace(so_far + run.seconds, part);
  }
  return made;
}

std::vector<double> seconds_of_parts(const run_division& division, std::span<const double> seconds) {
  std::vector<double> sums(division.n_parts);
  for (std::size_t place = 0; place < seconds.size(); ++place) sums[division.part_of[place]] += seconds[place];
  return sums;
}

}  // namespace exonweave

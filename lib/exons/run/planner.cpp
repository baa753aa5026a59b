#include "exons/run/planner.hpp"

#include <algorithm>
#include <functional>
#include <numeric>
#include <queue>
#include <utility>

namespace exonweave {
namespace {

// The first target of those that the next unit does not hold.
std::size_t end_of_unit(std::span<const locus_target> targets, std::size_t first, std::size_t max_targets,
                        std::uint64_t max_work) {
  std::uint64_t work = targets[first].work;
  std::size_t end = first + 1;
  while (end < targets.size() && end - first < max_targets && targets[end].work <= max_work - std::min(work, max_work))
    work += targets[end++].work;
  return end;
}

struct unit_limits {
  std::size_t max_targets;
  std::uint64_t max_work;
};

void add_units(std::span<const locus_target> targets, target_reading reading, const unit_limits& limits,
               std::vector<work_unit>& units) {
  const auto problems = std::make_shared<strand_problems>();
  const std::size_t locus = units.empty() ? 0 : units.back().locus + 1;
  for (std::size_t first = 0, end = 0; first < targets.size(); first = end) {
    end = end_of_unit(targets, first, limits.max_targets, limits.max_work);
    work_unit& made = units.emplace_back(locus, reading);
    made.targets.assign(targets.begin() + static_cast<std::ptrdiff_t>(first),
                        targets.begin() + static_cast<std::ptrdiff_t>(end));
    made.problems = problems;
    for (const locus_target& each : made.targets) made.work += each.work;
  }
}

// The units of one locus, which stand side by side.
struct unit_run {
  std::size_t first, end;
  std::uint64_t longest = 0;  // work
  std::size_t n_targets = 0;
};

std::vector<unit_run> runs_of(const std::vector<work_unit>& units) {
  std::vector<unit_run> runs;
  for (std::size_t u = 0; u < units.size(); ++u) {
    if (runs.empty() || units[runs.back().first].locus != units[u].locus) runs.push_back({u, u});
    unit_run& run = runs.back();
    run.end = u + 1;
    run.longest = std::max(run.longest, units[u].work);
    run.n_targets += units[u].targets.size();
  }
  return runs;
}

}  // namespace

std::vector<locus_target> split_by_target(std::span<const alignment_task> cases, strand_results strands) {
  const auto is_same_target = [strands](const alignment_task& a, const alignment_task& b) {
    return is_same_region(a, b) && a.target == b.target && (strands == strand_results::together || a.on == b.on);
  };
  std::vector<locus_target> targets;
  for (std::size_t first = 0, last = 0; first < cases.size(); first = last) {
    while (last < cases.size() && is_same_target(cases[last], cases[first])) ++last;
    targets.push_back({targets.size(), cases.subspan(first, last - first)});
  }
  return targets;
}

std::vector<work_unit> plan_work(std::span<const locus_target> targets, std::span<const target_reading> readings,
                                 std::size_t max_targets, std::uint64_t max_work) {
  std::vector<work_unit> units;
  for (auto first = targets.begin(), last = first; first != targets.end(); first = last) {
    last = std::find_if(first, targets.end(), [&](const locus_target& other) {
      return !is_same_region(other.cases.front(), first->cases.front());
    });
    for (const auto reading : {target_reading::codons, target_reading::recoded_codons, target_reading::coding_sequence,
                               target_reading::nucleotides}) {
      std::vector<locus_target> alike;
      std::copy_if(first, last, std::back_inserter(alike),
                   [&](const locus_target& each) { return readings[each.cases.front().target] == reading; });
      add_units(alike, reading, {max_targets, max_work}, units);
    }
  }
  return units;
}

void put_long_first(std::vector<work_unit>& units, std::uint64_t long_work, std::size_t max_early) {
  const std::vector<unit_run> runs = runs_of(units);
  std::vector<unit_run> early;
  for (const unit_run& run : runs)
    if (run.longest > long_work) early.push_back(run);
  std::ranges::stable_sort(early, std::ranges::greater(), &unit_run::longest);
  std::vector<work_unit> ordered;
  std::vector<bool> is_taken(units.size());
  const auto take = [&](std::size_t u) {
    if (!is_taken[u]) ordered.push_back(std::move(units[u]));
    is_taken[u] = true;
  };
  for (const unit_run& run : early) {
    if (run.n_targets > max_early) continue;
    max_early -= run.n_targets;
    for (std::size_t u = run.first; u < run.end; ++u) take(u);
  }
  for (std::size_t u = 0; u < units.size(); ++u) take(u);
  units = std::move(ordered);
}

std::uint64_t progress_of_pass(const locus_target& requested, const target_set& targets, std::uint64_t n_passes) {
  if (requested.expected_us == 0) return count_cells(requested.cases.front(), targets);
  return requested.expected_us / (requested.cases.size() * n_passes) + 1;
}

std::uint64_t work_of(const locus_target& requested, const target_set& targets) {
  return requested.cases.size() * progress_of_pass(requested, targets, 1);
}

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

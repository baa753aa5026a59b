#include "exons/prediction/planner.hpp"

#include <algorithm>

namespace exonweave {
namespace {

void add_units(std::span<const locus_target> targets, target_reading reading, std::size_t most_targets,
               std::vector<work_unit>& units) {
  const auto problems = std::make_shared<strand_problems>();
  const std::size_t locus = units.empty() ? 0 : units.back().locus + 1;
  for (std::size_t first = 0; first < targets.size(); first += most_targets) {
    const auto some = targets.subspan(first, std::min(most_targets, targets.size() - first));
    units.push_back({locus, reading, {some.begin(), some.end()}, problems});
  }
}

}  // namespace

std::vector<locus_target> split_by_target(std::span<const alignment_case> cases, strand_results strands) {
  const auto is_same_target = [strands](const alignment_case& a, const alignment_case& b) {
    return is_same_region(a, b) && a.target == b.target &&
           (strands == strand_results::together || a.on == b.on);
  };
  std::vector<locus_target> targets;
  for (std::size_t first = 0, last = 0; first < cases.size(); first = last) {
    while (last < cases.size() && is_same_target(cases[last], cases[first])) ++last;
    targets.push_back({targets.size(), cases.subspan(first, last - first)});
  }
  return targets;
}

std::vector<work_unit> plan_work(std::span<const locus_target> targets,
                                 std::span<const target_reading> readings, std::size_t most_targets) {
  std::vector<work_unit> units;
  for (auto first = targets.begin(), last = first; first != targets.end(); first = last) {
    last = std::find_if(first, targets.end(), [&](const locus_target& other) {
      return !is_same_region(other.cases.front(), first->cases.front());
    });
    for (const auto reading : {target_reading::codons, target_reading::recoded_codons,
                               target_reading::coding_sequence, target_reading::nucleotides}) {
      std::vector<locus_target> alike;
      std::copy_if(first, last, std::back_inserter(alike),
                   [&](const locus_target& each) { return readings[each.cases.front().target] == reading; });
      add_units(alike, reading, most_targets, units);
    }
  }
  return units;
}

std::uint64_t progress_of_pass(const locus_target& of, const target_set& targets, std::uint64_t n_passes) {
  if (of.expected_us == 0) return count_cells(of.cases.front(), targets);
  return of.expected_us / (of.cases.size() * n_passes) + 1;
}

}  // namespace exonweave

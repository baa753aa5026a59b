#include "exons/loci/cases.hpp"

#include <algorithm>
#include <array>
#include <tuple>

namespace exonweave {
namespace {

constexpr std::array strands = {strand::forward, strand::reverse};

}  // namespace

std::vector<alignment_task> sorted_cases(std::vector<alignment_task> cases) {
  std::ranges::sort(cases, {}, [](const alignment_task& each) {
    return std::tuple(each.sequence, each.region, each.target, each.on, each.is_backwards);
  });
  cases.erase(std::unique(cases.begin(), cases.end()), cases.end());
  return cases;
}

std::vector<alignment_task> make_cases(const sequence_catalog& sequences, const target_set& targets,
                                       const std::optional<std::vector<alignment_task>>& pairs,
                                       const candidate_set* candidates) {
  if (pairs) return sorted_cases(*pairs);
  std::vector<std::array<bool, strands.size()>> occupied(sequences.size());
  if (candidates == nullptr)
    for (auto& both : occupied) both.fill(true);
  else
    for (const auto& exon : candidates->exons) occupied[exon.sequence][static_cast<std::size_t>(exon.on)] = true;
  std::vector<alignment_task> cases;
  for (std::size_t sequence = 0; sequence < sequences.size(); ++sequence)
    for (std::size_t target = 0; target < targets.targets.size(); ++target)
      for (const strand on : strands)
        if (occupied[sequence][static_cast<std::size_t>(on)])
          cases.push_back({sequence, {0, sequences.length(sequence)}, on, target});
  return cases;
}

std::vector<alignment_task> with_backwards(const std::vector<alignment_task>& cases,
                                           const std::vector<bool>& both_ways) {
  std::vector<alignment_task> all;
  for (const alignment_task& each : cases) {
    all.push_back(each);
    if (!both_ways[each.target]) continue;
    all.push_back(each);
    all.back().is_backwards = true;
  }
  return all;
}

std::vector<std::size_t> exons_in(const candidate_set& candidates, std::size_t sequence, interval region, strand on) {
  const auto& exons = candidates.exons;
  const auto first = std::partition_point(exons.begin(), exons.end(), [&](const merged_exon& exon) {
    return std::tie(exon.sequence, exon.where.start) < std::tie(sequence, region.start);
  });
  std::vector<std::size_t> inside;
  for (auto exon = first; exon != exons.end(); ++exon) {
    if (exon->sequence != sequence || exon->where.start >= region.end) break;
    if (exon->on == on && region.contains(exon->where))
      inside.push_back(static_cast<std::size_t>(exon - exons.begin()));
  }
  return inside;
}

std::vector<interval> distinct_places(const candidate_set& candidates, const std::vector<std::size_t>& exons) {
  std::vector<interval> places;
  for (const std::size_t exon : exons) places.push_back(candidates.exons[exon].where);
  std::sort(places.begin(), places.end());
  places.erase(std::unique(places.begin(), places.end()), places.end());
  return places;
}

std::uint64_t count_cells(const alignment_task& locus, const target_set& targets) {
  return targets.targets[locus.target].residues.size() * static_cast<std::uint64_t>(locus.region.length());
}

}  // namespace exonweave

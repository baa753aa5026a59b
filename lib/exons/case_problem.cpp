#include "exons/case_problem.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <stdexcept>

#include "exons/genome.hpp"

namespace exonweave {
namespace {

spliced::score weight_of(const merged_exon& exon, double candidate_weight) {
  double best = 0;
  bool is_scored = false;
  for (const auto& statement : exon.statements) {
    if (std::isnan(statement.score)) continue;
    const double weight = std::round(candidate_weight * statement.score);
    best = is_scored ? std::max(best, weight) : weight;
    is_scored = true;
  }
  if (!(std::abs(best) < spliced::score_limit))
    throw std::range_error("a candidate's weight is out of range");
  return static_cast<spliced::score>(best);
}

}  // namespace

case_problem make_case_problem(const alignment_case& of, const candidate_set& candidates,
                               std::string_view region_residues, std::int64_t sequence_length,
                               double candidate_weight) {
  const bool is_reverse = of.on == strand::reverse;
  std::map<interval, std::size_t> index;  // place -> position in the problem's vectors
  case_problem made;
  for (const std::size_t c : exons_in(candidates, of.sequence, of.region, of.on)) {
    const merged_exon& candidate = candidates.exons[c];
    const auto [found, is_new] = index.try_emplace(candidate.where, made.exons.size());
    const spliced::score weight = weight_of(candidate, candidate_weight);
    if (is_new) {
      made.exons.push_back({is_reverse ? flip(candidate.where, sequence_length) : candidate.where, weight});
      made.candidates.emplace_back();
    }
    made.exons[found->second].weight = std::max(made.exons[found->second].weight, weight);
    made.candidates[found->second].push_back(c);
  }
  if (is_reverse) {  // forward order is (start, end); flipped it must be sorted anew
    std::vector<std::size_t> order(made.exons.size());
    for (std::size_t k = 0; k < order.size(); ++k) order[k] = k;
    std::sort(order.begin(), order.end(),
              [&](std::size_t a, std::size_t b) { return made.exons[a].where < made.exons[b].where; });
    case_problem sorted;
    for (const std::size_t k : order) {
      sorted.exons.push_back(made.exons[k]);
      sorted.candidates.push_back(std::move(made.candidates[k]));
    }
    made = std::move(sorted);
  }
  made.region.start = is_reverse ? flip(of.region, sequence_length).start : of.region.start;
  made.region.residues =
      spliced::encode_dna(is_reverse ? reverse_complement(region_residues) : std::string(region_residues));
  return made;
}

std::size_t index_of_exon(const std::vector<strand_exon>& exons, interval where) {
  const auto found =
      std::lower_bound(exons.begin(), exons.end(), where,
                       [](const strand_exon& exon, interval place) { return exon.where < place; });
  if (found == exons.end() || found->where != where)
    throw std::logic_error("an exon of the chain is no candidate");
  return static_cast<std::size_t>(found - exons.begin());
}

}  // namespace exonweave

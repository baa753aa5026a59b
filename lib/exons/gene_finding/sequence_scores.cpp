#include "exons/gene_finding/sequence_scores.hpp"

#include <algorithm>

namespace exonweave {

sequence_scores::sequence_scores(const finding_problem& problem)
    : problem_(problem),
      scorers_{strand_scorer(problem.parameters, problem.code, problem.forward, strand::forward, problem.hints),
               strand_scorer(problem.parameters, problem.code, problem.reverse, strand::reverse, problem.hints)} {
  left_cuts_.push_back(0);
  for (const interval& gap : problem.forward.gaps()) {
    right_cuts_.push_back(gap.start);
    left_cuts_.push_back(gap.end);
  }
  right_cuts_.push_back(length());
}

void sequence_scores::load(interval part) {
  const interval where{std::max<std::int64_t>(0, part.start - margin), std::min(length(), part.end + margin)};
  for (const strand on : both_strands) {
    strand_scores next = scorer(on).score(where);
    strand_scores& last = loaded_[index_of(on)];
    if (!last.contents.empty()) {
      const finding_score before = last.content(part.start) - next.content(part.start);
      for (finding_score& content : next.contents) content += before;
    }
    last = std::move(next);
  }
}

bool sequence_scores::is_recoded(strand on, std::int64_t position) const {
  return std::ranges::binary_search(problem_.hints.recoded_stops, gene_hints::recoded_stop{position, on});
}

std::span<const gene_hints::intron> sequence_scores::introns_to(std::int64_t border) const {
  const auto end_of = [](const gene_hints::intron& hint) { return hint.where.end; };
  const auto& introns = problem_.hints.introns;
  return {std::ranges::lower_bound(introns, border, {}, end_of), std::ranges::upper_bound(introns, border, {}, end_of)};
}

std::vector<std::int64_t> sequence_scores::hinted_begins(strand on, std::int64_t least) const {
  std::vector<std::int64_t> begins;
  for (const gene_hints::intron& hint : problem_.hints.introns)
    if (hint.on == on && hint.where.length() >= least) begins.push_back(hint.where.start);
  std::ranges::sort(begins);
  return begins;
}

}  // namespace exonweave

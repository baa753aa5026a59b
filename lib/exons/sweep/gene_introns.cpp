#include "exons/sweep/gene_introns.hpp"

#include <algorithm>
#include <cstdlib>

namespace exonweave {
namespace {

// The entries before `first` are over: they go when they are most, so that an entry is moved once or so.
template <class Entries>
void forget_first(Entries& entries, std::size_t& first) {
  if (2 * first < entries.size()) return;
  entries.erase(entries.begin(), entries.begin() + static_cast<std::ptrdiff_t>(first));
  first = 0;
}

}  // namespace

gene_introns::gene_introns(const intron_rules& rules, const genome_track& track, first_border first)
    : shortest_(rules.min_intron),
      longest_(rules.max_intron),
      start_(track.start),
      sign_(first == first_border::donor ? 1 : -1) {
  for (const intron_line& line : useful_lines(rules, track.length())) {
    line_maxima& made = lines_.emplace_back(line_maxima{line, {}, 0, {}});
    made.most.fill(no_gene);
    if (longest_ != intron_rules::no_limit) made.recent.resize(carried_bases::count);
  }
}

gene_worth gene_introns::slope_change(const intron_line& line, std::int64_t position) const {
  return sign_ * line.per_kb.at(start_ + position);
}

void gene_introns::go_to(std::int64_t position) {
  while (first_ < waiting_.size() && std::abs(position - waiting_[first_].position) >= shortest_)
    let_in(waiting_[first_++]);
  forget_first(waiting_, first_);
  for (line_maxima& held : lines_) {
    held.change = -held.line.cost - slope_change(held.line, position);
    for (std::size_t carried = 0; carried < held.recent.size(); ++carried)
      held.most[carried] = held.recent[carried].most_within(longest_, position);
  }
}

void gene_introns::let_in(const opened& introns) {
  for (line_maxima& held : lines_) {
    const gene_worth change = slope_change(held.line, introns.position);
    if (held.recent.empty())
      for (std::size_t carried = 0; carried < carried_bases::count; ++carried)
        held.most[carried] = std::max(held.most[carried], introns.worth[carried] + change);
    for (std::size_t carried = 0; carried < held.recent.size(); ++carried)
      held.recent[carried].add(introns.position, introns.worth[carried] + change);
  }
}

void gene_introns::recent_maxima::add(std::int64_t position, gene_worth worth) {
  while (entries.size() > first && entries.back().worth <= worth) entries.pop_back();
  entries.push_back({position, worth});
}

gene_worth gene_introns::recent_maxima::most_within(std::int64_t longest, std::int64_t position) {
  while (first < entries.size() && std::abs(position - entries[first].position) > longest) ++first;
  forget_first(entries, first);
  return first < entries.size() ? entries[first].worth : no_gene;
}

}  // namespace exonweave

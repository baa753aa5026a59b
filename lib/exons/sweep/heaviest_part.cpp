#include "exons/sweep/heaviest_part.hpp"

#include <algorithm>
#include <vector>

namespace exonweave {

using spliced::score;

namespace {

// Introns of one family: donors that may be followed by an acceptor, and those that wait for it.
class open_introns {
 public:
  open_introns(const genome_track& track, const sweep_plan& plan)
      : track_(track), plan_(plan), best_(plan.lines.size(), spliced::unreachable) {}

  void leave(std::int64_t position, score worth) { waiting_.push_back({position, worth}); }

  [[nodiscard]] score enter(std::int64_t position) {
    for (; next_ < waiting_.size() && waiting_[next_].position + plan_.introns.min_intron <= position;
         ++next_)
      for (std::size_t k = 0; k < best_.size(); ++k)
        best_[k] = std::max(best_[k], waiting_[next_].worth + slope(k, waiting_[next_].position));
    score best = spliced::unreachable;
    for (std::size_t k = 0; k < best_.size(); ++k)
      best = std::max(best, best_[k] - plan_.lines[k].cost - slope(k, position));
    return best;
  }

 private:
  struct left {
    std::int64_t position;
    score worth;
  };
  [[nodiscard]] score slope(std::size_t line, std::int64_t position) const {
    return plan_.lines[line].length_cost(track_.start, track_.start + position);
  }

  const genome_track& track_;
  const sweep_plan& plan_;
  std::vector<score> best_;  // [lines]
  std::vector<left> waiting_;
  std::size_t next_ = 0;
};

score largest_of(const std::array<site_track, border_class::n_families>& sites) {
  score largest = 0;
  for (const site_track& family : sites) largest = std::max<score>(largest, family.largest());
  return largest;
}

}  // namespace

score heaviest_part(const genome_track& track, const sweep_plan& plan) {
  std::vector<open_introns> introns(border_class::n_families, open_introns(track, plan));
  score exon = 0, best = 0;  // of parts that end in an exon here, and anywhere
  for (std::int64_t p = 0; p <= track.length(); ++p) {
    for (std::size_t family = 0; family < introns.size(); ++family)
      if (track.donors[family].has(p)) introns[family].leave(p, exon + track.donors[family].at(p));
    if (track.cut_ends.has(p)) best = std::max<score>(best, exon + track.cut_ends.at(p));
    for (std::size_t family = 0; family < introns.size(); ++family)
      if (track.acceptors[family].has(p))
        exon = std::max(exon, introns[family].enter(p) + track.acceptors[family].at(p));
    for (const site_track* const begins : {&track.starts, &track.cut_begins})
      if (begins->has(p)) exon = std::max<score>(exon, begins->at(p));
    best = std::max(best, exon);
  }
  return best + largest_of(track.donors) + largest_of(track.acceptors);
}

}  // namespace exonweave

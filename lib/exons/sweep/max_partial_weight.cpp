#include "exons/sweep/max_partial_weight.hpp"

#include <algorithm>
#include <array>
#include <vector>

namespace exonweave {

using spliced::score;

namespace {

// Introns of one family: donors that may be followed by an acceptor, and those that wait for it.
class open_introns {
 public:
  open_introns(const genome_track& track, const sweep_plan& plan)
      : track_(track), plan_(plan), best_(plan.lines.size(), spliced::unreachable) {}

  void leave(std::int64_t position, score value) { waiting_.push_back({position, value}); }

  [[nodiscard]] score enter(std::int64_t position) {
    for (; next_ < waiting_.size() && waiting_[next_].position + plan_.introns.min_intron <= position; ++next_)
      for (std::size_t k = 0; k < best_.size(); ++k)
        best_[k] = std::max(best_[k], waiting_[next_].value + slope(k, waiting_[next_].position));
    score best = spliced::unreachable;
    for (std::size_t k = 0; k < best_.size(); ++k)
      best = std::max(best, best_[k] - plan_.lines[k].cost - slope(k, position));
    return best;
  }

 private:
  struct left {
    std::int64_t position;
    score value;
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

// The best of parts that end in an exon, at the position that is read last.
class exon_sums {
 public:
  static void read(std::int64_t) {}
  void begin(score value) { best_ = std::max(best_, value); }
  [[nodiscard]] score best() const { return best_; }
  [[nodiscard]] static score of_split_codons() { return 0; }

 private:
  score best_ = 0;
};

// The same with weights of codons: by the position where the last one ends.
class weighed_exon_sums {
 public:
  weighed_exon_sums(const genome_track& track, const sweep_plan& plan)
      : track_(track), plan_(plan), split_(plan.reading.coding->largest()) {}

  void read(std::int64_t position) {
    position_ = static_cast<std::size_t>(position);
    score& here = sums_[position_ % sums_.size()];
    here = std::max({0, begun_[position_ % begun_.size()], of_codon_before(), of_frameshift()});
    begun_[position_ % begun_.size()] = 0;
  }
  // Perhaps within a codon, which is split then.
  void begin(score value) {
    score& here = sums_[position_ % sums_.size()];
    here = std::max(here, value);
    for (std::size_t after = 1; after < codon_length; ++after) {
      score& begun = begun_[(position_ + after) % begun_.size()];
      begun = std::max(begun, value + split_);
    }
  }
  // Up to two bases after it may be those of a codon that is split.
  [[nodiscard]] score best() const { return std::max({at(0), at(1), at(2)}); }
  [[nodiscard]] score of_split_codons() const { return 2 * split_; }

 private:
  [[nodiscard]] score at(std::size_t before) const {
    return before > position_ ? 0 : sums_[(position_ - before) % sums_.size()];
  }
  [[nodiscard]] score of_codon_before() const {
    if (position_ < codon_length) return 0;
    const swept_codon codon = track_.whole_codon(static_cast<std::int64_t>(position_ - codon_length));
    return plan_.reading.may_align(codon.residue) ? at(codon_length) + codon.in_gap : 0;
  }
  [[nodiscard]] score of_frameshift() const {
    return plan_.reading.frameshift ? std::max(at(1), at(2)) - *plan_.reading.frameshift : 0;
  }

  const genome_track& track_;
  const sweep_plan& plan_;
  score split_;  // a codon that is split earns at most so much
  std::size_t position_ = 0;
  std::array<score, codon_length + 1> sums_{};  // by position
  std::array<score, codon_length> begun_{};     // by position: in exons whose first codon ends there
};

score largest_of(const std::array<site_track, intron_phase::n_families>& sites) {
  score largest = 0;
  for (const site_track& family : sites) largest = std::max<score>(largest, family.largest());
  return largest;
}

template <class ExonSums>
score heaviest_of(const genome_track& track, const sweep_plan& plan, ExonSums exons) {
  std::vector<open_introns> introns(intron_phase::n_families, open_introns(track, plan));
  score best = 0;
  for (std::int64_t p = 0; p <= track.length(); ++p) {
    exons.read(p);
    if (plan.is_plain[static_cast<std::size_t>(p)]) {
      best = std::max(best, exons.best());
      continue;
    }
    for (std::size_t family = 0; family < introns.size(); ++family)
      if (track.donors[family].has(p)) introns[family].leave(p, exons.best() + track.donors[family].at(p));
    if (track.cut_ends.has(p)) best = std::max<score>(best, exons.best() + track.cut_ends.at(p));
    for (std::size_t family = 0; family < introns.size(); ++family)
      if (track.acceptors[family].has(p)) exons.begin(introns[family].enter(p) + track.acceptors[family].at(p));
    for (const site_track* const begins : {&track.starts, &track.cut_begins})
      if (begins->has(p)) exons.begin(begins->at(p));
    best = std::max(best, exons.best());
  }
  return best + largest_of(track.donors) + largest_of(track.acceptors) + exons.of_split_codons();
}

}  // namespace

score max_partial_weight(const genome_track& track, const sweep_plan& plan) {
  return plan.reading.coding == nullptr ? heaviest_of(track, plan, exon_sums())
                                        : heaviest_of(track, plan, weighed_exon_sums(track, plan));
}

}  // namespace exonweave

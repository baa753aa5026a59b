// Whether a table of splice scores is of this genome: its places must be splice sites there.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/files/report.hpp"
#include "exons/sequences/genome.hpp"
#include "exons/sites/splice_scores.hpp"

namespace exonweave {

struct scored_place {
  std::size_t sequence = 0;
  strand on = strand::forward;
  splice_end end = splice_end::donor;
  std::int64_t boundary = 0;  // forward coordinate, between exon and intron
};

/// Some thousand of the places of a table, evenly among all.
class place_sample {
 public:
  void add(const scored_place& place);
  [[nodiscard]] const std::vector<scored_place>& places() const { return places_; }

 private:
  std::vector<scored_place> places_;
  std::uint64_t step_ = 1;  // one in so many is kept
  std::uint64_t n_seen_ = 0;
};

/// An error where not more than half of these places have GT or GC after a donor's boundary, or AG before an
/// acceptor's. By chance about one in ten has, as in a table of another assembly, or of offsets that count from 1.
/// Places whose intron lies beyond the sequence, or in N, do not count.
void check_scored_places(const std::vector<scored_place>& places, genome& sequences, const std::string& path,
                         report& problems);

/// read_splice_scores() for a genome, with that check of a table without other errors.
splice_scores read_checked_splice_scores(const std::string& path, genome& sequences, score_unit unit, report& problems);

}  // namespace exonweave

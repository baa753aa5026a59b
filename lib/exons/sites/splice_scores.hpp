// Scores of splice sites that another program has learnt, as a table of places.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/files/report.hpp"
#include "exons/sequences/genome.hpp"
#include "exons/sequences/interval.hpp"
#include "exons/settings/setting_values.hpp"
#include "exons/sites/site_scorer.hpp"

namespace exonweave {

class place_sample;

enum class splice_end : std::uint8_t { donor, acceptor };

/// What a site of the major family adds that is not in the table, half-bits.
constexpr written_score unlisted_score = -7;

/// By place on a genome.
class splice_scores {
 public:
  splice_scores(const sequence_catalog& sequences, score_unit unit);

  /// `boundary`, between exon and intron, is a forward coordinate within the sequence.
  void add(std::size_t sequence, strand on, splice_end end, std::int64_t boundary, written_score score);

  /// After the last add(); a place that was added twice counts with its larger score.
  void finish();

  /// What a site adds to what its model says. `position` is a strand coordinate, as in scored_site.
  [[nodiscard]] spliced::score at(std::size_t sequence, strand on, splice_end end, std::int64_t position) const;

  /// Adds to the donors and acceptors of the major family of a strand what they are worth.
  void add_to(strand_sites& sites, std::size_t sequence, strand on) const;

  /// visit(boundary, strand, end, score) of all of a sequence, in forward coordinates.
  template <class Visit>
  void for_each(std::size_t sequence, const Visit& visit) const {
    for (const strand on : {strand::forward, strand::reverse})
      for (const splice_end end : {splice_end::donor, splice_end::acceptor})
        for (const entry& each : of(sequence, on, end))
          visit(on == strand::forward ? each.position : lengths_[sequence] - each.position, on, end,
                unit_.written(each.weight));
  }

  [[nodiscard]] std::size_t size() const;

 private:
  struct entry {
    std::int64_t position;  // strand coordinate
    spliced::score weight;
    auto operator<=>(const entry&) const = default;
  };
  using strand_entries = std::array<std::vector<entry>, 2>;  // by splice_end

  [[nodiscard]] const std::vector<entry>& of(std::size_t sequence, strand on, splice_end end) const;

  std::vector<std::int64_t> lengths_;                   // of the sequences
  std::vector<std::array<strand_entries, 2>> entries_;  // [sequence], forward first; ascending by position
  score_unit unit_;
};

/// Reads minisplice's table (https://github.com/lh3/minisplice): lines of five columns with tabs between them,
/// sequence, offset (0-based, of the boundary between exon and intron on the forward strand), strand, D or A, and the
/// score, 2 log2 of odds, so half-bits: a whole number in [-10000, 10000]. Lines that are empty or begin with # are
/// passed over. Every problem goes to `problems` with its line, some of the places to `sample`. Throws missing_input
/// or io_failure.
splice_scores read_splice_scores(const std::string& path, const sequence_catalog& sequences, score_unit unit,
                                 place_sample& sample, report& problems);

/// Whether a table of splice scores is of this genome: its places must be splice sites there.
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

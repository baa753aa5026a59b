// What exons of a sweep of bounds (bound_sweep.hpp) add where they start and end, for all who carry the sweep out.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "exons/sweep/bound_plan.hpp"
#include "exons/sweep/genome_track.hpp"

namespace exonweave {

/// What the length of an intron costs counts from a position on, so that no sum outgrows 16 bits on a long track.
class bound_borders {
 public:
  /// Both must outlive it.
  bound_borders(const genome_track& track, const bound_plan& plan, std::int64_t counted_from = 0)
      : track_(track), plan_(plan), counted_from_(counted_from) {}

  void count_from(std::int64_t position) { counted_from_ = position; }

  /// Anywhere: no site is outside of the track.
  [[nodiscard]] bool is_there(const site_track& sites, std::int64_t r) const {
    return r >= 0 && r <= track_.length() && sites.has(r);
  }
  [[nodiscard]] const site_track& donors() const { return track_.donors[0]; }
  [[nodiscard]] const site_track& acceptors() const { return track_.acceptors[0]; }

  /// What is added where a chain begins with a start codon: its codon is aligned as what it is within a gene, and is
  /// worth no less as methionine.
  [[nodiscard]] spliced::score starting(std::int64_t begin) const {
    return track_.starts.at(begin) + plan_.start_gain(track_.codon(begin));
  }

  /// What introns of a line have paid at a position.
  [[nodiscard]] spliced::score paid(std::size_t line, std::int64_t position) const {
    return plan_.lines[line].length_cost(track_.start + counted_from_, track_.start + position);
  }
  [[nodiscard]] spliced::score leaving(std::size_t line, std::int64_t donor) const {
    return donors().at(donor) + paid(line, donor);
  }
  [[nodiscard]] spliced::score entering(std::size_t line, std::int64_t acceptor) const {
    return acceptors().at(acceptor) - plan_.lines[line].cost - paid(line, acceptor);
  }

  /// By any line, over so many nt, wherever they are.
  [[nodiscard]] spliced::score max_paid(std::int64_t nt) const {
    spliced::score most = 0;
    for (const intron_line& line : plan_.lines)
      most = std::max(most, line.length_cost(track_.start, track_.start + nt) + 1);
    return most;
  }

 private:
  const genome_track& track_;
  const bound_plan& plan_;
  std::int64_t counted_from_;
};

}  // namespace exonweave

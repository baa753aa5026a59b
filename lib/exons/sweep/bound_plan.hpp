// What sweeps of bounds (bound_sweep.hpp) ask at positions of a track, found once for all of them.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "exons/scoring/chain_scoring.hpp"
#include "exons/sweep/genome_track.hpp"

namespace exonweave {

/// A codon of which two bases are known stands for a set of residues: for all that it may be with any third base of the
/// track. Sets have codes as residues have, after theirs, and score what the best of them is.
class bound_plan {
 public:
  /// Whether bounds can be had with a scoring: codons, of which none is skipped, none within a gene is a stop, and none
  /// earns anything in gaps; genes that are whole but where the sequence cuts them; introns of any length.
  static bool is_for(const chain_scoring& scoring);

  /// `scoring` is one of those, for introns with the major family's sites. What it points to must outlive the plan.
  bound_plan(const genome_track& track, const chain_scoring& scoring);

  exon_reading reading;
  std::vector<intron_line> lines;                        // of the intron rules, that count on this track
  std::vector<std::vector<spliced::residue_code>> sets;  // [codes from n_residues on] residues
  std::size_t n_residues = 0;
  spliced::residue_code any_residue = 0;  // the set of all that may be aligned

  /// How much more a codon for a residue may score as a start codon, which is methionine, at most.
  [[nodiscard]] spliced::score start_gain(spliced::residue_code residue) const { return start_gains_[residue]; }
  [[nodiscard]] spliced::score max_start_gain() const { return std::ranges::max(start_gains_); }

  /// With the rows of sets after those of residues.
  [[nodiscard]] const chain_scoring& scoring() const { return scoring_; }

  /// The set of codons that begin at r, of which the third base is not known, or no_residue.
  [[nodiscard]] spliced::residue_code beginning(const genome_track& track, std::int64_t r) const {
    return beginning_[pair_at(track, r)];
  }
  /// That of codons that end with the bases at r and after it.
  [[nodiscard]] spliced::residue_code ending(const genome_track& track, std::int64_t r) const {
    return r + 2 > track.length() ? spliced::no_residue : ending_[pair_at(track, r)];
  }
  [[nodiscard]] bool may_end(const genome_track& track, std::int64_t begin) const {
    return reading.code->may_end(track.base(begin), track.base(begin + 1), track.base(begin + 2));
  }
  /// Whether the n bases from r on, one or two, may begin a stop codon, or do begin the start codon.
  [[nodiscard]] bool begins_stop(const genome_track& track, std::int64_t r, std::int64_t n) const;
  [[nodiscard]] bool begins_start(const genome_track& track, std::int64_t r, std::int64_t n) const {
    return n > 0 && track.base(r) == standard_start[0] && (n < 2 || track.base(r + 1) == standard_start[1]);
  }
  /// Whether a stop codon that begins before an intron may go on with the base at r.
  [[nodiscard]] bool may_end_with(const genome_track& track, std::int64_t r) const {
    return r < track.length() && ends_with_[track.base(r)];
  }

 private:
  using by_pair = std::array<spliced::residue_code, spliced::n_dna_codes * spliced::n_dna_codes>;
  static std::size_t pair_at(const genome_track& track, std::int64_t r) {
    return std::size_t{track.base(r)} * spliced::n_dna_codes + track.base(r + 1);
  }
  [[nodiscard]] spliced::residue_code code_of(std::vector<spliced::residue_code> residues);
  void find_sets(const std::vector<spliced::residue_code>& bases);
  void find_stops(const std::vector<spliced::residue_code>& bases);
  void find_start_gains();

  chain_scoring scoring_;
  std::vector<spliced::score> start_gains_;  // [residues]
  by_pair beginning_{}, ending_{};
  std::array<bool, spliced::n_dna_codes> one_begins_stop_{}, ends_with_{};
  std::array<bool, spliced::n_dna_codes * spliced::n_dna_codes> two_begin_stop_{};
};

// What exons of a sweep of bounds (bound_sweep.hpp) add where they start and end, for all who carry the sweep out.

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

// What a sweep over a track asks at its positions, found once for all sweeps over it.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "exons/scoring/chain_scoring.hpp"
#include "exons/sweep/genome_track.hpp"

namespace exonweave {

struct sweep_plan {
  exon_reading reading;
  intron_rules introns;
  std::vector<intron_line> lines;  // of the intron rules, that count on this track
  std::vector<bool> is_plain;      // [positions] nothing happens but the codon before, which is one like any
  // [families] what exons after introns begin with
  std::array<std::vector<spliced::residue_code>, intron_phase::n_families> first_bases;
  // Of the strand, ascending: no intron leads over the end of a part into an exon that starts max_intron or more after
  // it. So a limit is kept where an end lies max_intron before an exon's start, and elsewhere introns may be longer.
  std::vector<std::int64_t> part_ends;

  /// `scoring` is for codons. What it points to must outlive the plan.
  static sweep_plan make(const genome_track& track, const chain_scoring& scoring,
                         std::vector<std::int64_t> part_ends = {});
};

}  // namespace exonweave

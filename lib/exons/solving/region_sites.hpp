// Splice sites and codons on a case: what they add to given exons, and the ORF exons that lie between them.
#pragma once

#include <cstdint>
#include <optional>

#include "exons/sites/splice_scores.hpp"
#include "exons/solving/region_material.hpp"

namespace exonweave {

/// ORF exons next to given candidates.
enum class block_mode {
  off,         // candidates alone
  restricted,  // blocks whose borders are all borders of candidates: exons may be put together anew from them
  add,         // all blocks
};

/// What reads the target decides which ends a block may have.
enum class target_reading {
  codons,           // protein
  recoded_codons,   // protein with symbols that a recoded stop codon stands for
  coding_sequence,  // nucleotides from start to stop codon
  nucleotides,      // any
};

/// Whether it is codons that are aligned.
constexpr bool reads_codons(target_reading reading) {
  return reading == target_reading::codons || reading == target_reading::recoded_codons;
}

/// Scores of the sites of one strand that another program has learnt.
struct listed_sites {
  const splice_scores* scores;  // never null
  std::size_t sequence;
  strand on;
};

struct site_rules {
  const site_scorer* candidates = nullptr;  // null: candidates may stand anywhere at no cost
  const site_scorer* blocks = nullptr;      // never null unless blocks are off
  target_reading reading = target_reading::codons;
  block_mode blocks_are = block_mode::off;
  const genetic_code* code = nullptr;  // never null
  // Of ORF exons: splice sites that weigh less are none, but at borders of given exons.
  spliced::score min_site = spliced::unreachable;
  std::optional<listed_sites> listed{};  // added to what candidates and blocks weigh by their scorers
  bool has_introns = true;               // else no exon follows another one
};

/// Adds to the case what its sites weigh: to the roles of given exons (codons only), and ORF exons within
/// its region. `around` holds the case's region and as much of the strand on its sides as matrices reach. An exon whose
/// end is no splice site may not go on there; one that begins without a start codon may not begin a chain.
void add_sites(const strand_region& around, const site_rules& rules, region_material& material);

}  // namespace exonweave

// A scoring of proteins in the unit that they are computed with.
#pragma once

#include "exons/scoring/chain_scoring.hpp"
#include "spliced/scoring/protein_matrix.hpp"

namespace exonweave::testing {

/// As preset default has it, but for half of the substitutions' weight, and introns of at least 30 nt whose length
/// costs.
inline chain_scoring quarter_bits() {
  chain_scoring scoring;
  scoring.substitution = *spliced::named_protein_matrix("BLOSUM62");
  scoring.gaps = {22, 2};
  scoring.free_target_ends = true;
  scoring.residue_ends = spliced::gap_costs{24, 0};
  scoring.introns = {30, {{49, length_slope(29)}}};
  scoring.code = genetic_code(1);
  return scoring;
}

}  // namespace exonweave::testing

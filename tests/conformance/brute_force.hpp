// The oracle of oracles: every chain enumerated, a plain DP on the concatenation of its exons, and the
// canonical answer picked by comparing the strings of moves of all best chains. Shares no code with the
// engines.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "exons/chains/chain_graph.hpp"
#include "spliced/substitution.hpp"
#include "spliced/traceback.hpp"

namespace exonweave::testing {

struct small_case {
  std::vector<spliced::residue_code> genome;  // one strand, region start 0
  std::vector<strand_exon> exons;
  intron_rules introns;
  std::vector<spliced::residue_code> target;
  spliced::substitution_matrix substitution{spliced::n_dna_codes};
  spliced::score gap = 0;
  bool free_target_ends = false;
};

struct answer {
  spliced::score total = 0;
  std::string moves;            // from the end of the chain: M D I, '|' with the positions of exon ends
  std::vector<interval> chain;  // begin to end
};

/// The canonical best answer over all chains of at least one exon; nothing when there is no exon.
std::optional<answer> solve_by_enumeration(const small_case& of);

/// The moves of an alignment in the same spelling, and its chain.
answer spell(const spliced::alignment& alignment);

/// The best score of every chain: for the best of all chains with some property.
std::vector<std::pair<std::vector<interval>, spliced::score>> all_chain_scores(const small_case& of);

}  // namespace exonweave::testing

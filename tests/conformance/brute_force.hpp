// The oracle of oracles: every chain enumerated, a plain DP on the concatenation of its residues, and the canonical
// answer picked by comparing the strings of moves of all best chains. Shares no code with the engines and the builder
// of graphs.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "small_case.hpp"
#include "spliced/paths/best_paths.hpp"

namespace exonweave::testing {

struct answer {
  spliced::score total = 0;
  std::string moves;  // from the end of the chain to its begin, in letters that sort as traceback.hpp wants
};

/// The canonical best answer over all readings of all chains; nothing when there is no chain.
std::optional<answer> solve_by_enumeration(const small_case& example);

/// The moves of an alignment in the same spelling.
answer spell(const spliced::alignment& alignment);

/// The order of the exons of equal chains that find_best_paths states.
struct later_chain_first {
  bool operator()(const std::vector<spliced::path_exon>& a, const std::vector<spliced::path_exon>& b) const;
};

/// The best score of every distinct chain.
std::map<std::vector<spliced::path_exon>, spliced::score, later_chain_first> all_chain_scores(
    const small_case& example);

}  // namespace exonweave::testing

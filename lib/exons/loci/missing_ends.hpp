// First and last exons of vertebrates may be short, and lie far from the others: seeds miss them, or the way to them
// costs a chain more than they are worth. Where a locus lacks an end of its target, that end alone is looked for with
// fine seeds, as far as introns of this genome reach, and found where chance hardly has as much so near.
//
//   target    [-- end --][-------- locus --------]
//   strand    ...=...............................=== == ===    `=' far left: the locus begins there
//                |<--------- distance --------->|
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/statistics/score_law.hpp"
#include "base/threads/on_threads.hpp"
#include "exons/loci/locus_search.hpp"
#include "exons/sequences/genetic_code.hpp"
#include "exons/sequences/genome.hpp"
#include "exons/sequences/targets.hpp"

namespace exonweave {

struct end_rules {
  std::int64_t max_distance = 0;  // nt from a locus to the end that it lacks
  segment_rules segments{};
  double way = 14;            // half-bits, see chain_rules::way
  score_law by_chance{};      // where the space is residues x nt
  double max_e_value = 0.05;  // of an end, among the places that are no farther away
  unsigned n_threads = 1;
};

/// How far ends may be, nt: 30 times the upper quartile of the gaps between HSPs of sure chains, `longest` at most.
/// Where introns are so short that flanks reach nearly as far, or there are too few gaps to tell: 0.
std::int64_t distance_of_ends(std::vector<std::int64_t> gaps, std::int64_t longest);

/// Widens loci of one chain each, in any order, that score 0.3 of their target's best one: the core, the span and the
/// residues go on to an end that was found, the score stays. No other sure locus of the target may lie between.
/// `control` may stop it.
void find_missing_ends(std::vector<found_locus>& loci, genome& sequences, const std::vector<target>& targets,
                       const genetic_codes& codes, const end_rules& rules, run_control& control);

}  // namespace exonweave

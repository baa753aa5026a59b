// Parts of one gene on both sides of an intron over which no chain of segments goes. The intron may be longer than
// chains may have: those that could go that far would gather what chance has on their way. Or chance has more segments
// in it than a chain windows back over. Parts are joined only where each was found by itself, nothing else of the
// target lies between them, and one goes on in the target where the other ends.
//
//   target    [------ a ------][--------- b ---------]
//   strand    == === =  ..........................  = === ==    joined where they are most of the target
#pragma once

#include <cstdint>
#include <vector>

#include "exons/loci/locus_search.hpp"
#include "exons/sequences/targets.hpp"

namespace exonweave {

/// From one part to the next, nt: more than `shortest`, `longest` at most.
struct far_distances {
  std::int64_t shortest = 0;
  std::int64_t longest = 0;
};

/// Whether a gene may go on from the best chain of one locus to that of the next, which lies after it on the forward
/// strand: both are of one target and strand, that far apart, and follow one another in the target. They share a
/// quarter of the residues of either at most.
bool goes_on(const found_locus& left, const found_locus& right, const far_distances& apart);

struct far_rules {
  far_distances apart{};
  double way = 14;                 // half-bits, see chain_rules::way; a part has to score more than the way to it costs
  std::int64_t max_between = 100;  // residues of the target from one part to the next
  double min_fraction = 0.7;       // of the target, from the first residue of all parts to the last
};

/// Joins loci of one chain each, in any order. Of those of a target that overlap on a strand the one that scores best
/// may be joined with the next one. What has others between, as repeats and rows of copies have, stays apart. A joined
/// locus has one chain of all parts, the score of which is theirs less the ways. Its E-value is left to the caller. It
/// may hold two genes after all, so it is not single.
void join_distant_parts(std::vector<found_locus>& loci, const std::vector<target>& targets, const far_rules& rules);

}  // namespace exonweave

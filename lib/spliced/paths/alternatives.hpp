// How much worse every other explanation is: the best chain without a given exon of the best chain, and the best of all
// other chains.
//
//   margin(e) = best score - best score of any chain that does not contain exactly e = [a, b)
//
// exon_cuts.hpp says which edges the chains without e cross. Each edge scores the join of the forward row before it
// and the backward row after it (edge_join.hpp), and the best chain without e is the best over these edges.
//
//   second-best chain = max( max over e of the best without e,
//                    max over all edges that end an exon where none of the chain's exons ends )
//
// Proof. A chain is the set of its exons, however they are read. Let C be the given one and D another.
//
// - D lacks an exon e of C. Then it counts in the best without e. So do all chains with the ends of C but other starts:
//   the exon with the other start stands in place of one of C.
// - D has all exons of C, and so at least one x more. Exons of a chain do not overlap, so x ends where no other exon of
//   D ends, those of C among them: D crosses an edge of the second kind.
//
// The other way round no path over these edges is C: one counted for e lacks e, and one over an edge of the second kind
// has an end that C has not. So the maximum is that over all D, for every scoring and every graph, and there is a
// second-best chain whenever there is another chain.
//
// Joins read whole rows, so they are made only where join_bound.hpp lets them be better than what was found. First come
// the edges of the margins, which are few; where other chains could end their exons there are many edges, but the best
// of the margins is a good bound by then, and mostly the second-best chain itself. Edges are joined in batches, those
// that promise most first; within a batch rows are requested in descending order of the forward graph.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "base/threads/on_threads.hpp"
#include "spliced/engine/row_pass.hpp"
#include "spliced/paths/path_exon.hpp"

namespace exonweave::spliced {

struct alternative_study {
  // [exons] the best score of a chain without exactly this exon; nothing when there is no such chain
  std::vector<std::optional<score>> best_without;
  std::optional<score> second_best;  // the best score of another chain; nothing when there is none
};

/// `backward` is a pass over the reversal of what `forward` is a pass over. The exons are those of one of the best
/// chains, begin to end; the parts of an exon on both sides of a frameshift are one exon. A spare thread reads the rows
/// of one pass while the caller reads those of the other. `on_fraction` may be empty; it is reported what share is done
/// [0,
/// 1], on the caller's thread, and may go back.
alternative_study study_alternatives(row_pass& forward, row_pass& backward, std::span<const path_exon> exons,
                                     spare_threads* spare = nullptr,
                                     const std::function<void(double)>& on_fraction = {});

}  // namespace exonweave::spliced

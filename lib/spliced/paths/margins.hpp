// How much worse every explanation without a given exon is.
//
//   margin(e) = best score - best score of any chain that does not contain exactly e = [a, b)
//
// Such a chain avoids the start a, or avoids the end b, or uses both for different exons; the latter has an exon that
// ends between them. So the best one is the maximum over three sets of edges, each edge worth the join of the forward
// row before it and the backward row behind it:
//
// - Nodes stand in topological order, and a cut between two of them is crossed exactly once by every path. At the cut
//   before the nodes that begin at a, paths that use a cross over edges that begin an exon there: all other edges.
// - The same at b.
// - The edges that end an exon at a position p, a < p < b.
//
// One backward pass gives all margins.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "spliced/engine/engine.hpp"
#include "spliced/graph/reversal.hpp"
#include "spliced/paths/best_paths.hpp"

namespace exonweave::spliced {

struct margin_study {
  // [exons] the best score of a chain without exactly this exon; nothing when there is no such chain
  std::vector<std::optional<score>> scores;
  std::uint64_t cells_computed = 0;  // of the backward pass; those of the forward pass are counted there
};

/// The exons are those of one chain, begin to end; the parts of an exon on both sides of a frameshift are one exon. Of the
/// backward pass only the rows that are live are held: some dozen. `reversed` is the reversal of the pass's problem.
margin_study best_without(forward_pass& pass, const engine& with, std::span<const path_exon> exons,
                          const reversal& reversed);

}  // namespace exonweave::spliced

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

#include "spliced/best_paths.hpp"
#include "spliced/engine.hpp"

namespace exonweave::spliced {

/// For each exon the best score of a chain without exactly this exon; nothing when there is no such chain. The exons
/// are those of one chain, begin to end; parts of an exon on both sides of a frameshift count as exons of their own.
/// The rows before the edges looked at are kept, and those that are live in the backward pass: some dozen for each splice
/// site of the chain and each place within it where an exon could end.
std::vector<std::optional<score>> best_without(forward_pass& pass, const engine& with,
                                               std::span<const path_exon> exons);

}  // namespace exonweave::spliced

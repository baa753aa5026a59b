// The k best distinct chains of a solved problem: best-first search from the sink to the source.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "base/memory/memory_budget.hpp"
#include "spliced/engine/row_pass.hpp"
#include "spliced/paths/path_exon.hpp"

namespace exonweave::spliced {

struct ranked_path {
  score total = unreachable;
  std::vector<path_exon> exons;  // begin to end
};

/// Whether different paths of a graph may be the same chain, read in another frame or found in two ways.
enum class spelling { each_chain_once, chains_repeat };

/// Up to k paths, best first; equal scores in the order of their exons from the last to the first, larger
/// ends first, then larger starts, then fewer exons.
///
/// A partial path from a node to the sink carries its backward row, the row of the reversed problem after the edge it
/// came over. The best completion is exactly the join of the two rows at that edge, so the search never expands a
/// partial path that is not the beginning of one of the k best (or of their equals).
/// Backward rows take at most `memory` bytes; throws memory_exceeded when the search needs more (`needed` is then
/// twice the limit: how much it would take is not known). `on_fraction` may be empty; it is reported what share of the
/// k is found (0, 1].
std::vector<ranked_path> find_best_paths(row_pass& pass, std::size_t k, spelling chains, std::uint64_t memory,
                                         const std::function<void(double)>& on_fraction = {});

}  // namespace exonweave::spliced

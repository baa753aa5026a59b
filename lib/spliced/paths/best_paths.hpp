// The k best distinct chains of a solved problem: best-first search from the sink to the source.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "spliced/engine/forward_pass.hpp"

namespace exonweave::spliced {

/// One exon of a path: a half-open range of nt on the strand. The parts on both sides of a frameshift are one exon.
struct path_exon {
  std::int64_t begin = 0;
  std::int64_t end = 0;
  bool operator==(const path_exon&) const = default;
};

struct ranked_path {
  score total = unreachable;
  std::vector<path_exon> exons;  // begin to end
};

/// Whether different paths of a graph may be the same chain, read in another frame or found in two ways.
enum class spelling { each_chain_once, chains_repeat };

/// Up to k paths, best first; equal scores in the order of their exons from the last to the first, larger
/// ends first, then larger starts, then fewer exons.
///
/// A partial path from a node to the sink carries its backward row, the row of the reversed problem behind the edge it
/// came over. The best completion is exactly the join of the two rows at that edge, so the search never expands a
/// partial path that is not the beginning of one of the k best (or of their equals).
/// Backward rows take at most `memory` bytes; throws memory_exceeded when the search needs more (`needed` is then
/// twice the limit: how much it would take is not known).
std::vector<ranked_path> find_best_paths(forward_pass& pass, std::size_t k, spelling chains,
                                         std::uint64_t memory);

}  // namespace exonweave::spliced

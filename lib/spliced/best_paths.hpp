// The k best distinct chains of a solved problem: best-first search from the sink to the source.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "spliced/forward_pass.hpp"

namespace exonweave::spliced {

/// One exon of a path: it ends at `end_position` and has n_rows rows.
struct path_exon {
  std::int64_t end_position = 0;
  std::uint64_t n_rows = 0;
  bool operator==(const path_exon&) const = default;
};

struct ranked_path {
  score total = unreachable;
  std::vector<path_exon> exons;  // begin to end
};

/// Up to k paths, best first; equal scores in the order of their exons from the last to the first, larger
/// ends first, then larger starts. Paths are chains: the graph must spell every chain once, as
/// build_row_graph's do.
///
/// A partial path from a node to the sink carries its backward row b(j), the best score of the part behind
/// the node when that part begins in column j. The best completion is exactly max over j of (the node's last
/// row at j + b(j)), so the search never expands a partial path that is not the beginning of one of the k
/// best (or of their equals).
/// Backward rows take at most `memory` bytes; throws memory_exceeded when the search needs more (`needed` is then twice
/// the limit: how much it would take is not known).
std::vector<ranked_path> find_best_paths(forward_pass& pass, std::size_t k, std::uint64_t memory);

}  // namespace exonweave::spliced

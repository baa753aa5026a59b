// Where a region can be cut in two so that both parts hold good paths of their own: copies of a gene in tandem, of
// which the best path takes one, or runs over several.
//
//   before(p) = the best score of a path whose last exon ends at or before p
//   after(p) = the best score of a path whose first exon begins at or after p
//
// Both are read off what leads into the sink: of the problem for before(p), of its reversal for after(p).
#pragma once

#include <cstdint>
#include <optional>

#include "spliced/engine/row_pass.hpp"

namespace exonweave::spliced {

/// At `position` (nt on the strand) the best path before it ends: what else lies between both paths is left whole
/// after it.
struct path_cut {
  std::int64_t position = 0;
  score before = unreachable;  // at most so much scores the best path on each side
  score after = unreachable;
  bool operator==(const path_cut&) const = default;
};

/// Of the cuts with `least` or more on both sides that with the largest sum, of equal ones the first. Nothing where
/// there is none. `backward` is a pass over the reversal of what `forward` is a pass over. The scores of the sides are
/// exact where target ends are free, all codons are whole, paths end by way of junctions, and `least` is more than
/// exact_above() of both passes; else they are bounds.
std::optional<path_cut> find_path_cut(row_pass& forward, row_pass& backward, score least);

}  // namespace exonweave::spliced

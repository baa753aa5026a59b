// The independent check of every path before it is written: no DP over rows, no graph, only exons, edits and scores.
#pragma once

#include <span>

#include "exons/scoring/chain_scoring.hpp"
#include "exons/solving/region_material.hpp"
#include "spliced/paths/traceback.hpp"

namespace exonweave {

/// The score of an alignment worked out from its exons and edits alone. Throws std::logic_error when it is no
/// valid path: an exon that is no candidate and no block, introns too short, edits that do not cover exon or target.
spliced::score rescore(const spliced::alignment& path, const region_material& material,
                       std::span<const spliced::residue_code> target, const chain_scoring& scoring);

}  // namespace exonweave

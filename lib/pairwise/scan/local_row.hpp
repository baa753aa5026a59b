// A row of local alignment in vectors of the processor's, for disjoint_alignments.
#pragma once

#include <cstddef>

#include "spliced/scoring/gap_costs.hpp"
#include "spliced/scoring/score.hpp"

namespace exonweave {

/// Rows are as long as a multiple of this.
constexpr std::size_t local_row_unit = 16;

/// What no value falls below by more than the scores and costs of a row.
constexpr spliced::score far_below = -(spliced::score{1} << 30);

/// H and E of scan_engine.hpp, from the row of a residue of the sequence to that of the next one, whose pairs with the
/// query's residues score `pairs`. Rows have `n` columns, a multiple of local_row_unit; those after the query score
/// far_below. H has 0 before its first column, and local_row_unit more after its last, which count for nothing.
/// Returns the largest H.
spliced::score next_local_row(const spliced::score* pairs, std::size_t n, spliced::gap_costs gaps, spliced::score* H,
                              spliced::score* E);

}  // namespace exonweave

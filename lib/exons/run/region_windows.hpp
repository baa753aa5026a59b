// Regions that are too long to be aligned at once, such as whole chromosomes: their memory grows with their length, and
// their scores could leave 32 bits. They are aligned in windows that overlap.
//
//   region    |--------------------------------------------|
//   windows   |----------------|
//                         |----------------|                    a gene no longer than what two of them share is whole
//                                     |--------------------|    in one
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "exons/run/prediction.hpp"

namespace exonweave {

/// From begin to end, of about one length; the region itself where that is no longer than the longest window.
std::vector<interval> windows_of(interval region, const window_lengths& lengths);

/// The results of a target on the windows of a region, in their order, as the one of the region: of all loci the best
/// ones, at most `most`, with at least settings.min_of_locus() of the best score, of which none overlaps a better
/// one. Without any the result that comes closest to a model.
locus_result join_windows(std::vector<locus_result> results, interval region, const solver_settings& settings,
                          std::size_t most);

}  // namespace exonweave

// Some targets that stand for all, where the loci of all would take long to find: which, and how far off that may be.
#pragma once

#include <cstddef>
#include <span>

#include "exons/sequences/targets.hpp"
#include "spliced/costs/cost_model.hpp"

namespace exonweave {

/// So many targets that the search for their loci in so many nt takes a minute or two on a thread, but no fewer than
/// some: a few have most of the work where genes have families, so a sample may miss much of it.
std::size_t max_searched(const target_set& targets, double nt, const spliced::cost_model& prices);

/// Keeps so many of the targets at most, spread over all; returns how many stand for one.
double keep_some(target_set& targets, std::size_t most);

/// By how much a sum over all results may be off of which so many are known, each for `scale` of them: 1.64 standard
/// errors, as a part of it, at most 0.9; 0 where all or fewer than two are known.
double sampling_error(std::span<const double> known, double scale);

}  // namespace exonweave

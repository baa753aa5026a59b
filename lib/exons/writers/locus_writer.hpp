// Loci that a search has found, without any alignment: as a table of pairs for predict --pairs, and as PAF for
// predict --hits. docs/reference/formats.md has the columns.
#pragma once

#include <span>
#include <vector>

#include "base/files/text_sink.hpp"
#include "exons/loci/locus_search.hpp"

namespace exonweave {

/// By sequence, region, name of the target and strand.
void sort_by_place(const target_set& targets, std::vector<found_locus>& loci);

/// Tab-separated with a header line: a row for each locus, of its best chain, in their order. Each has a place.
void write_locus_pairs(std::span<const found_locus> loci, const sequence_catalog& sequences, const target_set& targets,
                       const text_sink& sink);

/// A line of PAF for each chain, locus by locus and there by place. Lengths on the genome are those of segments, 3 nt
/// for a residue, and there is no mapping quality (255). Each locus has a place.
void write_locus_paf(std::span<const found_locus> loci, const sequence_catalog& sequences, const target_set& targets,
                     const text_sink& sink);

}  // namespace exonweave

// A global alignment of two records as text: blocks of 60 columns, a row with its CIGAR, a row of PAF.
#pragma once

#include <string>

#include "exons/sequences/targets.hpp"
#include "pairwise/align/align_engine.hpp"

namespace exonweave {

/// What was aligned with what. Without edits the score alone is reported: a CIGAR is *, and PAF's matches and length
/// are 0.
struct aligned_pair {
  const target& query;
  const target& subject;
  const global_alignment& alignment;
};

/// "query, target, score, CIGAR" with tabs between them.
std::string cigar_row(const aligned_pair& pair);

/// With the tags AS (score), NM (columns that are no match of equal letters) and cg (CIGAR).
std::string pair_paf_row(const aligned_pair& pair);

/// A header with the score, identities and gaps; then the alignment in blocks, a bar between equal letters.
std::string pair_blocks(const aligned_pair& pair);

}  // namespace exonweave

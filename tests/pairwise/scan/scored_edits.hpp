// What the edits of a local alignment come to.
#pragma once

#include "catch.hpp"
#include "pairwise/scan/local_aligner.hpp"
#include "pairwise/scan/plain_local.hpp"

namespace exonweave::testing {

/// What the edits score, and whether they go from the begin to the end.
inline spliced::score score_edits(const local_alignment& alignment, const protein& query, const protein& sequence,
                                  const scan_scoring& scoring) {
  spliced::score total = 0;
  std::size_t i = alignment.query_begin, j = alignment.sequence_begin;
  for (const auto& run : alignment.edits) {
    if (run.op != spliced::edit::match) total -= scoring.gaps.of(run.length);
    for (std::uint32_t k = 0; k < run.length; ++k) {
      if (run.op == spliced::edit::match) total += (*scoring.substitution)(sequence.at(j), query.at(i));
      i += run.op == spliced::edit::deletion ? 0 : 1;
      j += run.op == spliced::edit::insertion ? 0 : 1;
    }
  }
  CHECK(i == alignment.query_end);
  CHECK(j == alignment.sequence_end);
  return total;
}

}  // namespace exonweave::testing

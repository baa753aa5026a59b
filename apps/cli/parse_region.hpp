// A region as users of samtools write it.
#pragma once

#include <cstddef>
#include <string>

#include "exons/sequences/interval.hpp"

namespace exonweave::apps {

struct genomic_region {
  std::size_t sequence = 0;  // index in the catalog
  interval where;            // 0-based half-open
};

/// The sequence of that name. Throws bad_usage that names `option`, with the nearest names.
std::size_t find_sequence(const std::string& option, const std::string& name, const sequence_catalog& sequences);

/// "SEQUENCE", "SEQUENCE:FIRST-LAST", "SEQUENCE:FIRST", "SEQUENCE:FIRST-" (both to the end) or "SEQUENCE:-LAST",
/// 1-based inclusive; digits may be grouped by commas: 1,000,000. A name that holds a colon itself is taken whole where
/// the catalog has it. Throws bad_usage that names `option`: unknown sequence (with the nearest names), bad or empty
/// range, range beyond the sequence.
genomic_region parse_region(const std::string& option, const std::string& text, const sequence_catalog& sequences);

}  // namespace exonweave::apps

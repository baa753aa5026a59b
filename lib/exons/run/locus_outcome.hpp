// Whether a target has a model on a region, or why not.
#pragma once

#include <string_view>

namespace exonweave {

enum class locus_outcome {
  model,
  no_locus,            // nowhere in the genome a search found anything alike
  no_candidate,        // no exon lies in the region
  nothing_known,       // the target, or all of the exons' span, is N (or X) only: nothing to align
  no_start_codon,      // protein: no exon can begin a chain
  no_stop_codon,       // protein: none can end one
  no_chain,            // no exons join a beginning to an end in one open frame
  below_min_score,     // the best chain scores less than min_score
  below_min_coverage,  // it covers less of the target than min_coverage
  too_large,           // all of the memory does not do
  beyond_32_bits,      // scores on the region could be
};

/// Whether nothing could be aligned.
constexpr bool is_too_large(locus_outcome outcome) { return outcome >= locus_outcome::too_large; }

/// "model", or why there is none: "no candidate exon in the region", "score below the least for a model", ...
std::string_view to_string(locus_outcome outcome);

}  // namespace exonweave

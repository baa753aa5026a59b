#include "exons/run/locus_outcome.hpp"

namespace exonweave {

std::string_view to_string(locus_outcome outcome) {
  switch (outcome) {
    case locus_outcome::model:
      return "model";
    case locus_outcome::no_locus:
      return "no locus";
    case locus_outcome::no_candidate:
      return "no candidate exon in the region";
    case locus_outcome::nothing_known:
      return "nothing but N or X to align";
    case locus_outcome::no_start_codon:
      return "no exon begins with a start codon";
    case locus_outcome::no_stop_codon:
      return "no exon ends with a stop codon";
    case locus_outcome::no_chain:
      return "no exons join a beginning to an end in one open frame";
    case locus_outcome::below_min_score:
      return "score below the least for a model";
    case locus_outcome::below_min_coverage:
      return "too little of the target is covered";
    case locus_outcome::too_large:
      return "not enough memory";
    case locus_outcome::beyond_32_bits:
      return "scores could leave 32 bits";
  }
  return "unknown";
}

}  // namespace exonweave

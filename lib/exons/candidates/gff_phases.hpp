// Phases that a file leaves out, worked out from the other exons of the same model.
#pragma once

#include <cstdint>
#include <vector>

#include "exons/candidates/candidates.hpp"

namespace exonweave {

/// One exon of one model; an exon may belong to several.
struct model_member {
  std::uint32_t model;
  std::size_t exon;         // index in the exons
  bool is_in_frame = true;  // coding
};

/// `members` are coding. Sets the phase of each exon that has none and whose models agree on one. Within a model the
/// reading frame goes on from exon to exon, in reading direction, from those with a phase to those without; if none has
/// one, the first exon begins with a whole codon. A model whose exons overlap or lie on two strands or sequences says
/// nothing, nor does one that its own phases contradict. An initial or single exon has phase 0 in any case.
void derive_phases(std::vector<model_member> members, std::vector<candidate_exon>& exons);

}  // namespace exonweave

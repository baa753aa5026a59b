// Trans-spliced transcripts, whose exons lie on both strands or on several sequences: no chain of exons is like that,
// so they are left out, and the rest of the annotation is used. RefSeq has some for most plants and for the fly.
#pragma once

#include <cstdint>
#include <vector>

#include "exons/candidates/candidate_source.hpp"
#include "exons/candidates/candidates.hpp"
#include "exons/candidates/gff_models.hpp"
#include "exons/candidates/gff_phases.hpp"

namespace exonweave {

/// Takes out the exons whose models, one or more, are all trans-spliced, and their members; the order of the others
/// stays. One warning reports how many models that are.
void leave_out_trans_spliced(const candidate_source& source, const gff_models& models,
                             std::vector<candidate_exon>& exons, std::vector<model_member>& members);

}  // namespace exonweave

// Stop codons in rows of their own, joined to the CDS rows of the same model that do not hold them.
#pragma once

#include <cstdint>
#include <vector>

#include "exons/candidates/candidate_source.hpp"
#include "exons/candidates/candidates.hpp"
#include "exons/candidates/gff_phases.hpp"

namespace exonweave {

/// A stop codon, or its piece on one side of an intron, of one model; several models may name one row.
struct gff_stop_codon {
  std::uint32_t model;
  candidate_exon piece;
};

/// Lengthens the last exon of each model, as `members` says, by the stop codon that follows it. What lies after an
/// intron becomes an exon of its own. A stop codon elsewhere is a warning.
void join_stop_codons(std::vector<gff_stop_codon> stops, const candidate_source& source,
                      std::vector<candidate_exon>& exons, std::vector<model_member>& members);

}  // namespace exonweave

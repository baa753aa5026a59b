// Gene models as GFF3: sorted, deterministic, accepted by strict validators.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "exons/models/gene_model.hpp"
#include "exons/sequences/sequences.hpp"

namespace exonweave {

enum class gff3_style {
  gene,   // gene, mRNA, exon, CDS
  match,  // match, match_part: for evidence combiners
};

/// The models of one target on one region, best first: alternatives (--top) are the mRNAs of one gene.
using locus_models = std::vector<gene_model>;

/// Takes the text piece by piece.
using text_sink = std::function<void(std::string_view)>;

/// Version line, a ##sequence-region per sequence with a model, features sorted by (sequence name, start,
/// end, strand, target name). Ids number the loci in that order. Depends on the models alone, not on the
/// order of `loci`. Every locus holds at least one model.
void write_gff3(std::vector<locus_models> loci, const sequence_catalog& sequences, const target_set& targets,
                gff3_style style, const text_sink& sink);

}  // namespace exonweave

// Models as evidence in the simple form that EVidenceModeler reads: a row per exon, which share their ID.
#pragma once

#include "base/files/text_sink.hpp"
#include "exons/writers/model_listing.hpp"

namespace exonweave {

/// Rows of GFF3 of type nucleotide_to_protein_match, or cDNA_match for DNA targets; the score of a row is the
/// identity of the exon in percent. An exon without a target symbol of its own names the one before it. Genes of a
/// gene model, to which no target is aligned, have no rows. Those of several listings, one after the other, stand
/// below one head (gff3_head).
void write_evm_rows(const model_listing& models, const text_sink& sink);

}  // namespace exonweave

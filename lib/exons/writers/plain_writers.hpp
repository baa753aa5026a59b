// Models in three plain forms: a row of BED12 a model, a row of GFF3 an exon for EVidenceModeler, and FASTA of what
// they encode.
#pragma once

#include "base/files/file_text.hpp"
#include "exons/writers/model_listing.hpp"

namespace exonweave {

// Models as BED12, for genome browsers and bedtools: a row per model, its exons as blocks.

/// Twelve columns, without a header, sorted by sequence and start. The name is the model's ID; the score is that
/// of the model, rounded down, at least 0 and at most 1000; thick is what is coding, the stop codon with it, nothing
/// (both at the model's start) where nothing is. The parts of an exon that a frameshift divides are one block.
void write_bed(const model_listing& models, const text_sink& sink);

// Models as evidence in the simple form that EVidenceModeler reads: a row per exon, which share their ID.

/// Rows of GFF3 of type nucleotide_to_protein_match, or cDNA_match for DNA targets; the score of a row is the
/// identity of the exon in percent. An exon without a target symbol of its own names the one before it. Genes of a
/// gene model, to which no target is aligned, have no rows. Those of several listings, one after the other, stand
/// below one head (gff3_head).
void write_evm_rows(const model_listing& models, const text_sink& sink);

// What models encode, as FASTA.

/// Proteins without the final stop; '*' within stands for a stop codon within. A model that is not coding, or too short
/// for a codon, has no record.
///
///   >gene1.t1 target=NAME locus=chr1:101-900(-) score=812
///
/// The ID is that of the model in its GFF3, places are 1-based inclusive; lines of 60. There is no target where none is
/// aligned to these exons.
void write_proteins(const model_listing& models, const text_sink& sink);

/// The bases of the CDS in reading direction, the stop codon with them. Where the first codon is not whole the header
/// ends in phase=N, the number of bases before the first whole one.
void write_coding_sequences(const model_listing& models, const text_sink& sink);

}  // namespace exonweave

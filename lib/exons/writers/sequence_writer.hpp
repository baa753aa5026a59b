// What models encode, as FASTA.
#pragma once

#include "base/files/text_sink.hpp"
#include "exons/writers/model_listing.hpp"

namespace exonweave {

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

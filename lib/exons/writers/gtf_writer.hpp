// Models as GTF, for programs that count reads and others that know no GFF3.
#pragma once

#include "base/files/text_sink.hpp"
#include "exons/writers/model_listing.hpp"

namespace exonweave {

/// Rows gene, transcript, exon, CDS, start_codon and stop_codon, with gene_id and transcript_id. As GTF has it, CDS
/// does not hold the stop codon. The parts of an exon that a frameshift divides are one exon, and a CDS each. IDs are
/// those of the GFF3. What GTF cannot quote stands as %XX in attributes.
void write_gtf(const model_listing& models, const text_sink& sink);

/// The genes of a gene set that gene finders may be trained on: sure ones (is_sure) with start and stop codon, the best
/// mRNA of each. Rows transcript, CDS, start_codon and stop_codon, as above.
void write_training_genes(const model_listing& genes, const text_sink& sink);

}  // namespace exonweave

// Models as GTF, for programs that count reads and others that know no GFF3.
#pragma once

#include <cstdint>
#include <vector>

#include "base/files/file_text.hpp"
#include "exons/models/gene_model.hpp"
#include "exons/writers/model_listing.hpp"

namespace exonweave {

/// Rows gene, transcript, exon, CDS, start_codon and stop_codon, with gene_id and transcript_id. As GTF has it, CDS
/// does not hold the stop codon. The parts of an exon that a frameshift divides are one exon, and a CDS each. IDs are
/// those of the GFF3. What GTF cannot quote stands as %XX in attributes.
void write_gtf(const model_listing& models, const text_sink& sink);

/// The genes of a gene set that gene finders may be trained on: sure ones (is_sure) with start and stop codon, the best
/// mRNA of each. Rows transcript, CDS, start_codon and stop_codon, as above.
void write_training_genes(const model_listing& genes, const text_sink& sink);

// Genes as hints for AUGUSTUS and BRAKER, in the form of prothint_augustus.gff of ProtHint.

/// Rows CDSpart, intron, start and stop of the genes of a set that a target is aligned to, by place: they are
/// evidence of proteins, so those whose exons come from a gene model have none. The score is the support of the exon,
/// of an intron the lower one of the exons next to it; `.` where there is none. al_score repeats it where there is one.
/// Rows of sure genes (is_sure) have src=C;grp=GENE, of others src=P and no group. Introns, starts and stops of sure
/// genes that several targets have, with nearly the most support, stand once more with src=M: programs enforce these.
/// Equal rows are one, with the highest of their scores.
/// mult=N says how many targets have the exon, or both exons next to an intron, at least 1.
/// The ends of exons are the least sure part of an alignment: CDSpart leaves out 15 nt on both sides, and of a shorter
/// exon all but its middle base. A start or stop codon that an intron divides has no row.
void write_hints(const model_listing& genes, const text_sink& sink);

// Where the start and the stop codon of a model lie: introns may divide them.

/// What introns divide a codon into, forward coordinates, in reading direction.
using codon_places = std::vector<interval>;

/// Of a coding model: its first and last three bases where it has a start and a stop codon; else empty.
codon_places start_codon_of(const gene_model& model);
codon_places stop_codon_of(const gene_model& model);

/// GFF3 phases of the pieces of a codon.
std::vector<std::int8_t> phases_of(const codon_places& codon);

}  // namespace exonweave

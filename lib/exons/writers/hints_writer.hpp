// Genes as hints for AUGUSTUS and BRAKER, in the form of prothint_augustus.gff of ProtHint.
#pragma once

#include "base/files/text_sink.hpp"
#include "exons/writers/model_listing.hpp"

namespace exonweave {

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

}  // namespace exonweave

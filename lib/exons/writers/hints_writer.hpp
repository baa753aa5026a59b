// Genes as hints for AUGUSTUS: what its extrinsic evidence of proteins looks like.
#pragma once

#include "base/files/text_sink.hpp"
#include "exons/writers/model_listing.hpp"

namespace exonweave {

/// Rows CDSpart, intron, start and stop of the genes of a set that a target is aligned to, by place: they are
/// evidence of proteins, so those whose exons come from a gene model have none. The score is the support of the exon,
/// of an intron the lower one of the exons beside it; `.` where there is none. Rows of sure genes (is_sure) have
/// src=C;grp=GENE;pri=4, of others src=P;pri=4 and no group. Equal rows are one, with the highest of their scores.
/// mult=N says how many targets have the exon, or both exons beside an intron, where that is more than one.
/// The ends of exons are the least sure part of an alignment: CDSpart leaves out 15 nt on both sides, and of a shorter
/// exon all but its middle base. A start or stop codon that an intron divides has no row.
void write_hints(const model_listing& genes, const text_sink& sink);

}  // namespace exonweave

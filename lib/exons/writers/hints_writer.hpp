// Models as hints for AUGUSTUS: what its extrinsic evidence of proteins looks like.
#pragma once

#include "base/files/text_sink.hpp"
#include "exons/writers/model_listing.hpp"

namespace exonweave {

/// Rows CDSpart, intron, start and stop with src=P;grp=ID;pri=4, all of a model in one group. The ends of exons are the
/// least sure part of an alignment: CDSpart leaves out 15 nt on both sides, and of a shorter exon all but its middle
/// base. A start or stop codon that an intron divides has no row.
void write_hints(const model_listing& models, const text_sink& sink);

}  // namespace exonweave

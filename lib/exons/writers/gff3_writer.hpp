// Gene models as GFF3: sorted, deterministic, accepted by strict validators. docs/reference/gff3-attributes.md explains
// each attribute.
#pragma once

#include "base/files/text_sink.hpp"
#include "exons/writers/model_listing.hpp"

namespace exonweave {

/// The features of each locus in the order of the listing: those of several listings, one after the other, stand below
/// one head (gff3_head).
void write_gff3_features(const model_listing& models, const text_sink& sink);

/// A whole file of one listing: gff3_head of the sequences that have models, and the features.
void write_gff3(const model_listing& models, const text_sink& sink);

}  // namespace exonweave

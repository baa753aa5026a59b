// Models as BED12, for genome browsers and bedtools: a row per model, its exons as blocks.
#pragma once

#include "base/files/text_sink.hpp"
#include "exons/writers/model_listing.hpp"

namespace exonweave {

/// Twelve columns, without a header, sorted by sequence and start. The name is the model's ID; the score is that
/// of the model, rounded down, at least 0 and at most 1000; thick is what is coding, the stop codon with it, nothing
/// (both at the model's start) where nothing is. The parts of an exon that a frameshift divides are one block.
void write_bed(const model_listing& models, const text_sink& sink);

}  // namespace exonweave

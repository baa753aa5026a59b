// Alignments as people read them: target above model above codons, exon by exon, with the splice sites between.
#pragma once

#include "base/files/text_sink.hpp"
#include "exons/writers/model_listing.hpp"
#include "spliced/scoring/substitution.hpp"

namespace exonweave {

/// Per model a head of lines that begin with '#', then its exons in reading direction, in blocks of at most 100
/// columns:
///
///   exon 2: 205-210, phase 1
///
///   target          3   P  G        4         positions in the target
///                       |  +                  | identical, + another pair with a positive score, blank: all else
///   model           3   P  A        4         positions in the protein
///   genome        205 >TCCGCG>>   210         bases and where the first and last of them lie
///
///   intron 2: 211-380, 170 nt, GT-AG, phase 1
///
/// '>' stands for the bases of a codon that lie beyond an intron, '-' for a gap on either side. Residues at the ends of
/// the model that are not aligned are in lower case, as are the bases that a frameshift skips, with '!' above. A final
/// stop codon is '*', opposite nothing. For DNA targets there is no row of a model's own: its residues are the
/// genome's. `scores` are those between residues of the targets' kind.
void write_alignments(const model_listing& models, const spliced::substitution_matrix& scores, const text_sink& sink);

}  // namespace exonweave

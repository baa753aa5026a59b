// The ends of a gene where the target does not tell them: what stands before its first pair, and after its last, is
// chosen by sites, codons and the genes next to it (gene_rest.hpp), when the alignment is known.
#pragma once

#include "exons/models/start_extension.hpp"
#include "exons/run/region_maker.hpp"

namespace exonweave {

/// What ends of genes are chosen by: what codons weigh, next to 12 half-bits for a gene and 1 for ten codons more or
/// less than are missing.
end_weights weights_of_ends(const codon_weights& coding, score_unit unit);

/// What ends are looked for in, next to a chain.
struct gene_surroundings {
  region_maker& maker;
  const alignment_task& locus;
  target_reading reading;
  interval on_strand;            // strand coordinates: an end lies within
  std::int64_t sequence_length;  // nt
  std::size_t n_residues;        // of the target
};

/// Puts other exons in place of those before a protein's first pair where residues of the target stand before it, and
/// of those after its last pair where residues stand after it: the best begin and end by codons. They are unaligned.
/// The score stays.
///
/// An end stays where codons weigh nothing (prediction_options::ends), where it is cut, where an intron splits the
/// pair's codon, and where candidates were given. A chain with a frameshift stays as it is.
void choose_ends(const gene_surroundings& around, const region_material& material, const genetic_code& code,
                 spliced::alignment& chain);

}  // namespace exonweave

// How a gene begins, or ends, of which a part is known: the best way from there to a start codon, or to a stop codon,
// over introns, by sites and weights of codons alone, next to whole genes that stand before it, or after.
//
// It is the parse of flanking_genes.hpp, from a known place on. With its letters, where the known part begins at A:
//
//   C(A) = 0,  C(p) as there, of what ends at A and nowhere else;  a begin at p scores  start(p) - price + w(p) + C(p
//              + 3) + N(p),
//
// N(p) what genes in [0, p) are worth. Ends are the same from the other side, with M(p).
#pragma once

#include <optional>
#include <vector>

#include "exons/gene_finding/ends/gene_readers.hpp"
#include "exons/sequences/interval.hpp"

namespace exonweave {

struct gene_rest {
  gene_value value = no_gene;
  std::vector<interval> exons;  // positions on the track, ascending; with the start codon, or the stop codon
};

/// The codons before a gene's first pair, or after its last: how many there should be, and what so many cost that are
/// missing or too many. Of each start codon, and each stop codon, the way that scores most without that cost stands.
struct usual_codons {
  static constexpr std::int64_t n_priced = 10;
  std::int64_t count = 0;
  gene_value price = 0;  // of n_priced; of others as many parts, rounded down
};

/// The begin of a gene whose known part begins with the codon at `known_begin`, which may be the start codon: then the
/// begin is empty there. `before` is value_before() of this track. Nothing where there is no begin. A start codon
/// counts only where it is the farthest one of its frame: none stands before it on the track without a stop codon, or a
/// codon of unknown bases, between. Of equal begins the nearest.
std::optional<gene_rest> find_gene_begin(const genome_track& track, std::int64_t known_begin,
                                         const std::vector<spliced::score>& before, const gene_costs& costs,
                                         usual_codons usual);

/// The end of a gene whose known part ends with a codon before `known_end`. `after` is value_after() of this track.
/// Of equal ends the nearest.
std::optional<gene_rest> find_gene_end(const genome_track& track, std::int64_t known_end,
                                       const std::vector<spliced::score>& after, const gene_costs& costs,
                                       usual_codons usual);

}  // namespace exonweave

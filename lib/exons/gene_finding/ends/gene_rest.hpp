// How a gene begins, or ends, of which a part is known: the best way from there to a start codon, or to a stop codon,
// over introns, by sites and weights of codons alone, next to whole genes that stand before it, or after.
//
// It is the parse of flanking_genes, from a known place on. With its letters, where the known part begins at A:
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

// What else lies next to a chain: a chain of exons for a target stands among other genes, and a chain that borrows
// their exons must not look better than one that leaves them alone. So the end of a gene earns what whole genes are
// worth beyond it. They are found without any target, by sites and weights of codons alone.
//
// The genes are the best parse of a generalised hidden Markov model (Burge and Karlin 1997, J. Mol. Biol. 268:78-94),
// by the recurrence of Viterbi (Durbin, Eddy, Krogh and Mitchison 1998, Biological Sequence Analysis, 3.2) with sums of
// scores in place of products. One pass goes from the region's end to its begin, and reads genes of both strands:
//
//   M(p)     what after[p] is: the most that genes in [p, length) are worth
//   C(p)     the most that the rest of a gene scores that goes on at p with a new codon, and M after that gene
//   J(d, b)  the same of the rest after a donor at d, where the codon's bases b stand before the intron: none, one or
//            two
//   w(p)     what the codon at p earns, a start codon like all others; f_l(p) as in intron_rules.hpp
//
//   M(p)     = max of  M(p + 1),  start(p) - price + w(p) + C(p + 3)
//   C(p)     = max of  M(p + 3) where the codon at p may end a gene,  w(p) + C(p + 3) where it is no stop codon,
//                      donor(p + |b|) + J(p + |b|, b), b the bases from p
//   J(d, b)  = max over acceptors a and lines l of
//                      acceptor(a) - cost_l - f_l(a) + f_l(d) + ( C(a) without b; w of the codon + C or M after it
//                      with b )
//
// Genes of the other strand are met at their starts first. Their recurrence is the transposed one, on positions q =
// length - p:
//
//   D(q)     the most that the begin of a gene scores whose last codon ends at q, and M of the place where the gene
//            starts
//   D(q + 3) = max of  M + start(q) - price + w(q),  w(q) + D(q) where the codon at q is no stop codon;  by introns as
//                      above
//   M        = max of  D(q) where the codon at q may end a gene, at its end q + 3

/// [length + 1] M(p), of both strands of a region: at least 0, which no genes are worth. The position p of `own` is the
/// position length - p of `other`. A track without bases stands for a strand without genes. The costs must have a
/// genetic code.
///
/// - Genes of either strand do not overlap, introns included. What they score adds up.
/// - A gene starts where its track has a start, with a start codon that no intron splits. Only that place says that the
///   codon is one.
/// - It ends with the first stop codon in frame. Codes that have codons with two meanings leave the choice.
/// - Stop codons within genes, recoded ones too, and frameshifts are not read. Genes are not cut: both ends are in the
///   region.
/// - Introns have both borders of one family. They may split any codon but the start codon, and the stop codon, too.
/// - A codon of A, C, G and T alone may be split. A whole one of other letters earns nothing.
/// - An exon has at least one base. All of it may be part of one codon.
///
/// Takes time by the length and the number of sites, and memory for the result and for sites within the shortest
/// intron, or the longest where there is a limit. Throws std::invalid_argument where two tracks have different lengths,
/// std::range_error where genes score spliced::score_limit or more.
std::vector<spliced::score> value_after(const genome_track& own, const genome_track& other, const gene_costs& costs);

/// [length + 1] the same of genes in [0, p).
std::vector<spliced::score> value_before(const genome_track& own, const genome_track& other, const gene_costs& costs);

}  // namespace exonweave

// How genes of a genome look: what a parse into genes and intergenic sequence is scored by:
//
//   score(parse) = sum over genes ( density + start + sum exons( codons ) + sum introns( density + donor + content +
//                                   length + branch + acceptor ) + stop )
//
// each part the log2 of how much likelier it makes its bases than intergenic sequence does. It is a generalised hidden
// Markov model (Burge and Karlin 1997, J. Mol. Biol. 268:78-94); strand_scores.hpp says where each part counts.
#pragma once

#include <array>

#include "exons/gene_finding/branch_points.hpp"
#include "exons/gene_finding/finding_score.hpp"
#include "exons/gene_finding/gene_counts.hpp"
#include "exons/gene_finding/intron_lengths.hpp"
#include "exons/gene_finding/markov_chain.hpp"
#include "exons/gene_finding/site_matrix.hpp"

namespace exonweave {

struct gene_parameters {
  markov_chain intergenic;
  std::array<markov_chain, codon_length> coding;       // by the place in the codon
  std::array<place_score, n_known_bases> composition;  // of coding bases
  markov_chain intron;
  site_matrix donor, acceptor, start;
  branch_points branches;
  intron_lengths lengths;  // whose tail begins beyond what donor and acceptor see of an intron
  // How often codons start and end genes, by codon_number(): scores of a code are those of its codons alone.
  std::array<std::uint64_t, n_codon_numbers> start_codons, stop_codons;
  // Log-odds of a coding base by [whether the base before is masked softly][whether the base is].
  std::array<std::array<place_score, 2>, 2> masks;
  finding_score per_gene;    // of its density
  finding_score per_stop;    // that the coding sequence ends after a codon
  finding_score per_intron;  // that an intron stands after a coding base
  // Of a start codon where one stands further up in its frame, with no stop codon between.
  finding_score upstream_start;
};

/// Genes begin once in so many bases of each strand. Chosen on fission yeast: with fewer bases there are more genes, of
/// which fewer are right.
constexpr double bases_per_gene = 5000;
/// Few genes make parameters too: what is not seen is as in intergenic sequence, or has a prior. With C coding bases,
/// I introns and G genes: per_intron = log2((I + 1/2) / (C + 1)), per_stop = log2(G / (C / 3)), so that the absence of
/// introns counts. upstream_start = log2((U + 1) / (G + 2)) with U genes that have such a codon: of the start codons of
/// a frame a ribosome mostly takes the first. Masks are log2 of their frequencies in coding over those in intergenic
/// sequence, the former drawn to the latter by 20 counts.
gene_parameters make_parameters(const gene_counts& genes, const intergenic_counts& others);

/// log2 of the fraction of each codon among those that `may_be` says: (count + 1) / (sum of counts + 1 each).
template <class MayBe>
std::array<place_score, n_codon_numbers> codon_scores(const std::array<std::uint64_t, n_codon_numbers>& counts,
                                                      const MayBe& may_be) {
  std::array<place_score, n_codon_numbers> scores{};
  double sum = 0;
  for (std::size_t codon = 0; codon < counts.size(); ++codon)
    if (may_be(codon)) sum += static_cast<double>(counts[codon]) + 1;
  for (std::size_t codon = 0; codon < counts.size(); ++codon)
    scores[codon] = may_be(codon) ? log_score((static_cast<double>(counts[codon]) + 1) / sum) : impossible_place;
  return scores;
}

}  // namespace exonweave

// How likely the genes and exons of a parse are, by the sum over all parses of the sequence: the forward and backward
// algorithms on parse_recurrence.hpp.
#pragma once

#include <vector>

#include "base/threads/on_threads.hpp"
#include "exons/gene_finding/best_parse.hpp"
#include "exons/gene_finding/sequence_scores.hpp"

namespace exonweave {

struct gene_probabilities {
  double gene = 0;            // of parses with exactly this gene
  std::vector<double> exons;  // of parses with exactly this exon, in its frame, with the same kinds of ends
};

/// log2 of the sum of 2^score over all parses of the sequence.
double log_of_all_parses(const finding_problem& problem);

/// For each gene of a parse of the sequence, where 2^score of a parse over that sum is its probability:
///
///   P(gene)  =  2^( N(its left end) + its score + N'(its right end) - log of all )
///   P(exon)  =  2^( what leads to its left border + its codons + what leads from its right border - log of all )
///
/// N and the other values are those of parse_recurrence.hpp, N' those of the reverse complement. Floating point: the
/// same for any number of threads, and nearly so on every machine. A spare thread takes one of the two passes.
std::vector<gene_probabilities> probabilities_of(const finding_problem& problem, const sequence_parse& parse,
                                                 spare_threads* spare = nullptr);

}  // namespace exonweave

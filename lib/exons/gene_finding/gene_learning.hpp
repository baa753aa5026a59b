// Gene parameters from annotated genes of a genome. What is learnt is the same for any number of threads; all of these
// functions throw what genome::fetch throws, and run_stopped.
#pragma once

#include <vector>

#include "exons/candidates/annotation.hpp"
#include "exons/gene_finding/gene_counts.hpp"
#include "exons/gene_finding/gene_hints.hpp"
#include "exons/gene_finding/searched_genome.hpp"

namespace exonweave {

/// For each transcript whether it is a whole gene (is_whole_gene).
std::vector<bool> which_are_whole(const searched_genome& where, const std::vector<annotated_transcript>& transcripts);

/// [sequences] The hints of those that are whole genes, by their support (hint_factor), sorted.
std::vector<gene_hints> hints_of(const searched_genome& where, const std::vector<annotated_transcript>& transcripts);

/// Which transcripts to learn from: those that are whole genes, from training_support on or where nothing is said of
/// it, and from few_training_support on where they are fewer than few_genes. Of several at one place of a strand the
/// one with the most support, and then the longest; sorted as they come.
std::vector<annotated_transcript> choose_training_genes(const std::vector<annotated_transcript>& transcripts,
                                                        const std::vector<bool>& is_whole);
constexpr double training_support = 0.9, few_training_support = 0.7;
constexpr std::size_t few_genes = 50;

/// Of whole genes. A frame that is open further up than bases_around_genes counts as far as that.
gene_counts count_genes(const searched_genome& where, const std::vector<annotated_transcript>& genes);
constexpr std::int64_t bases_around_genes = 10'000;

/// Of what lies outside of all genes that are known, introns included, and of frames without stop codon of 100 codons
/// or more (find_background). Sequences are read in pieces of 1,000,000 nt: frames end where these do.
intergenic_counts count_intergenic(const searched_genome& where, const std::vector<annotated_transcript>& known);

}  // namespace exonweave

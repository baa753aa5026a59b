// Gene parameters from annotated genes of a genome. What is learnt is the same for any number of threads; all of these
// functions throw what genome::fetch throws, and run_stopped.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "exons/candidates/annotation.hpp"
#include "exons/gene_finding/gene_parameters.hpp"
#include "exons/gene_finding/masked_bases.hpp"
#include "exons/gene_finding/sequence_scores.hpp"
#include "exons/sites/splice_scores.hpp"

namespace exonweave {

/// For each transcript whether it is a whole gene (is_whole_gene).
std::vector<bool> which_are_whole(const searched_genome& where, const std::vector<annotated_transcript>& transcripts);

/// What hints are made of.
struct hint_counts {
  std::size_t n_whole = 0;     // genes; this and the next are hints
  std::size_t n_partial = 0;   // with an open frame (has_open_frame) from their phase on
  std::size_t n_left_out = 0;  // others

  [[nodiscard]] std::size_t n_hints() const { return n_whole + n_partial; }
  [[nodiscard]] std::size_t n_all() const { return n_hints() + n_left_out; }
};

struct genome_hints {
  std::vector<gene_hints> by_sequence{};  // sorted
  hint_counts counts{};
};

/// The hints of transcripts by their support, or their scores, which are probabilities (hint_factor): of whole genes,
/// and of others what is known of them, their introns and coding bases.
genome_hints hints_of(const searched_genome& where, const std::vector<annotated_transcript>& transcripts);

/// Adds to the hints of each sequence what its splice sites score by a table: 2 log2 of odds, so half a bit each, added
/// to what the gene model says of their bases. The hints are sorted again.
void add_sites(const splice_scores& listed, std::vector<gene_hints>& by_sequence);

/// Which transcripts to learn from: those that are whole genes, from training_support on or where nothing is said of
/// it, and from few_training_support on where they are fewer than few_genes. Of several at one place of a strand the
/// one with the most support, and then the longest; sorted as they come.
std::vector<annotated_transcript> choose_training_genes(const std::vector<annotated_transcript>& transcripts,
                                                        const std::vector<bool>& is_whole);
constexpr double training_support = 0.9, few_training_support = 0.7;
constexpr std::size_t few_genes = 50;

/// Of whole genes. Frames that are open further up are followed for bases_around_genes at least.
gene_counts count_genes(const searched_genome& where, const std::vector<annotated_transcript>& genes);
constexpr std::int64_t bases_around_genes = 10'000;

/// Of what lies outside of all genes that are known, introns included, and of frames without stop codon of 100 codons
/// or more (find_background). Sequences are read in pieces of 1,000,000 nt: frames end where these do.
intergenic_counts count_intergenic(const searched_genome& where, const std::vector<annotated_transcript>& known);

/// How well a genome's genes can be found by others of them: whether its gene model is to be believed.
struct self_test_result {
  std::size_t n_genes = 0;
  std::size_t n_found = 0;  // with exactly these exons

  /// 0 where there are none.
  [[nodiscard]] double fraction() const {
    return n_genes == 0 ? 0 : static_cast<double>(n_found) / static_cast<double>(n_genes);
  }
  bool operator==(const self_test_result&) const = default;
};

/// From such a share on genes that a model finds next to those of alignments are gained: what reproduced 0.39 or more
/// did gain, and mammals with 0.03 to 0.10 lost genes.
constexpr double min_self_test_fraction = 0.35;

/// So many genes are looked for at most, evenly drawn, each with so many bases next to it.
constexpr std::size_t max_tested_genes = 400;
constexpr std::int64_t tested_flank = 5'000;  // nt

/// In two folds: parameters of every second of the training genes, without hints, find those between. `others` as in
/// make_parameters.
self_test_result self_test(const searched_genome& where, const std::vector<annotated_transcript>& training_genes,
                           const intergenic_counts& others);

}  // namespace exonweave

// The genome's own gene model in a run: learnt from the genes that the run is sure of, and its genes put next to those
// of alignments.
//
//   gene set --> sure genes --> self-test --> gene model --+--> parse --> merged gene set
//       |                                                  |
//       +------------------ hints, by support -------------+
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "exons/gene_finding/gene_finder.hpp"
#include "exons/gene_finding/gene_learning.hpp"
#include "exons/gene_finding/gene_model_file.hpp"
#include "exons/gene_finding/masked_bases.hpp"
#include "exons/gene_finding/sequence_scores.hpp"
#include "exons/models/gene_model.hpp"
#include "exons/run/gene_set.hpp"
#include "exons/sequences/targets.hpp"
#include "exons/settings/setting_values.hpp"

namespace exonweave {

/// Whether a gene model is used, and why.
enum class model_verdict : std::uint8_t {
  not_requested,  // the run has none
  given,          // from a file
  demanded,       // whatever the test says
  passed,         // the test: its fraction is min_self_test_fraction or more
  failed,         // its fraction is lower
  too_few_genes,  // fewer than fewest_model_genes to learn from: not tested
};
constexpr bool is_in_use(model_verdict verdict) {
  return verdict == model_verdict::given || verdict == model_verdict::demanded || verdict == model_verdict::passed;
}
constexpr std::size_t fewest_model_genes = 20;

struct own_gene_model {
  model_verdict verdict = model_verdict::not_requested;
  std::size_t n_genes = 0;                    // that it is learnt from
  std::size_t n_parses = 0;                   // of the genome, by it and by what it was before the second round
  self_test_result test{};                    // of this run
  std::optional<learnt_gene_model> counts{};  // where it is in use; `version` is that of a file, else empty

  [[nodiscard]] std::size_t n_introns() const { return counts ? counts->genes.intron_lengths.size() : 0; }
};

/// That of a file, which is used without a test.
own_gene_model given_gene_model(learnt_gene_model counts);

/// Learns it from the genes of a set: whole genes, sure ones first (choose_training_genes). `is_demanded`: it is used
/// whatever its test says, as long as there is a gene to learn from. `unit` is that of the genes' scores. Throws what
/// genome::fetch throws, and run_stopped.
own_gene_model learn_gene_model(const std::vector<std::vector<gene_model>>& genes, score_unit unit,
                                const searched_genome& where, bool is_demanded);

/// Genes of a parse, and the model that found them.
struct model_parse {
  std::vector<std::vector<found_gene>> genes;  // [sequences]
  own_gene_model model;
};

/// The genes of the best parse with their probabilities, where the genes of a set, as far as they are whole, are hints
/// by their support, and `further` [sequences, or none] are hints next to them. They are found twice: the second time
/// by what those teach of the first that are whole, gain min_taught_gain and have a probability of
/// min_taught_probability, where they are more than the model was learnt from. A model of a file, which has learnt
/// from no genes of this set, is taken as it is. `model` is in use.
model_parse find_model_genes(const std::vector<std::vector<gene_model>>& genes, score_unit unit, own_gene_model model,
                             const searched_genome& where, bool has_introns,
                             const std::vector<gene_hints>& further = {});
constexpr double min_taught_gain = 20;  // bits
constexpr double min_taught_probability = 0.9;

/// Half-bits that a gene of the parse alone must gain. So a shuffled chromosome of fission yeast has one in a megabase;
/// with 6 it has seven.
constexpr written_score min_model_gain = 12;

struct merged_genes {
  std::size_t n_agreeing = 0;  // genes of alignments that the parse has too
  std::size_t n_replaced = 0;  // that have others of the parse in their place
  std::size_t n_added = 0;     // genes of the parse alone
  std::size_t n_elements = 0;  // of these, that were dropped as mobile elements
};

/// Puts the genes of a parse into a set whose genes are those of alignments. Of those that share coding bases on a
/// strand
///
///   the same exons           the gene of the alignment stays, on both grounds
///   an identical target      the alignment stays, and the gene of the parse goes (gene_set.hpp)
///   support of 0.9 or more   the same; its probability is reported as 0
///   it `is_kept`             the same, but for a gene of the parse with the same ends, which takes its place
///   else                     the genes of the parse take its place, with the target that scores best there; where
///                            alignments that stay share coding bases with all of these, it stays, too, and its
///                            probability is reported as 0
///
/// A gene of the parse that shares no coding base with any is added if its gain is min_model_gain or more. All genes
/// get their evidence.
merged_genes merge_model_genes(std::vector<locus_models>& genes, const std::vector<std::vector<found_gene>>& parsed,
                               score_unit unit, const target_set& targets, const searched_genome& where,
                               const gene_test& is_kept = is_none);

/// Drops genes of the gene model alone, but for those that `is_kept`. Returns how many.
std::size_t drop_model_genes(std::vector<locus_models>& genes, const gene_test& is_kept = is_none);

// Mobile elements that a gene model takes for genes with introns. Retrotransposons, as Ty1 of baker's yeast, make one
// protein of two overlapping frames by a programmed frameshift (Farabaugh 1996, Microbiol. Rev. 60:103-134). A gene
// model joins these frames by an intron that is none, in each of the copies.

/// Drops genes of the gene model alone that have introns and many copies: at least half of the words of their protein
/// are words of at least fewest_element_copies such genes, of these with or without introns. Words are element_word
/// residues long; shorter proteins stay, and so do genes that `is_kept`. Returns how many genes it drops.
std::size_t drop_mobile_elements(std::vector<locus_models>& genes, const gene_test& is_kept = is_none);
constexpr std::size_t fewest_element_copies = 8;
constexpr std::size_t element_word = 10;

}  // namespace exonweave

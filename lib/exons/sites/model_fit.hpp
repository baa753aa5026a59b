// How well splice models fit a genome: how much they tell of where the sites of its transcripts are.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "exons/candidates/annotation.hpp"
#include "exons/sequences/genetic_code.hpp"
#include "exons/sequences/genome.hpp"
#include "exons/sequences/interval.hpp"
#include "exons/settings/setting_values.hpp"
#include "exons/sites/splice_model.hpp"
#include "exons/sites/training.hpp"

namespace exonweave {

// What codons score as coding sequence (genetic_code.hpp), learnt from genes and from sequence where there are
// none:
//
//   w(c)    = share * log2( P(c) / P0(c) )   bits
//   P(c)    = ( n(c) + 1 ) / ( n + the number of sense codons )           of genes
//   P0(abc) = P0(a) P0(b | a) P0(c | a, b)                                of the other sequence, on both strands
//
// where each order of P0 is drawn to the one below by 20 counts, the lowest to 1/4 for each base.

class codon_counts {
 public:
  explicit codon_counts(const genetic_code& code);

  /// A coding sequence from its start to its stop codon, in upper-case IUPAC letters. Both do not count, nor do stop
  /// codons within and codons with a base that is not known.
  void add(std::string_view coding);
  /// Those of other sequences, by the same code.
  void add(const codon_counts& others);

  [[nodiscard]] std::uint64_t total() const { return total_; }
  /// P; 0 of stop codons.
  [[nodiscard]] codon_values probabilities() const;
  /// How well bits for each codon (coding_bits) tell what was counted, where P0 is that of `background`: with
  /// Z = sum of P0(c) 2^bits(c) over the sense codons, the sum over the counted codons of bits(c) - log2(Z). So bits
  /// that take all codons for likely gain nothing.
  [[nodiscard]] double fit(const codon_values& bits, const codon_values& background) const;

 private:
  [[nodiscard]] std::array<bool, codon_weights::n_codons> sense_codons() const;

  genetic_code code_;
  std::array<std::uint64_t, codon_weights::n_codons> counts_{};
  std::uint64_t total_ = 0;
};

class background_counts {
 public:
  /// A stretch of sequence, of which both strands count. Words of three bases with one that is not known do not.
  void add(std::string_view bases);

  /// Words on both strands.
  [[nodiscard]] std::uint64_t total() const { return total_; }
  /// P0.
  [[nodiscard]] codon_values probabilities() const;

 private:
  std::array<std::uint64_t, codon_weights::n_codons> words_{};
  std::uint64_t total_ = 0;
};

/// What holds no genes, as far as anybody can tell, of a sequence: what lies outside of `genes` (any order) and of
/// frames without stop codon of 100 codons or more, in pieces of more than 50 nt. Ascending, disjoint; positions in
/// `bases`.
std::vector<interval> find_background(std::string_view bases, const std::vector<interval>& genes,
                                      const genetic_code& code);

/// How much of the log-likelihood a codon is worth: neighbouring codons do not speak independently.
constexpr double coding_fraction = 0.75;

/// log2( P / P0 ), to 3 decimals; 0 of stop codons.
codon_values coding_bits(const codon_counts& of_genes, const background_counts& of_others);

/// The fraction of such bits, in a unit of which `per_bit` make a bit.
codon_weights make_codon_weights(const codon_values& bits, double per_bit, double fraction = coding_fraction);

/// The usual share of them, in the unit of scores of proteins, which are half-bits.
codon_weights make_codon_weights(const codon_values& bits, score_unit unit);

struct coding_sample {
  codon_counts of_genes;
  background_counts of_others{};
  std::vector<codon_counts> by_fold;  // [n_folds] those of the genes that begin there
};

/// From some genes of a genome, those from ATG on in one frame, and what lies outside of all that are known. Sequences
/// are read in pieces of 1,000,000 nt: frames end where these do.
coding_sample learn_coding(genome& sequences, const std::vector<annotated_transcript>& genes,
                           const std::vector<annotated_transcript>& all_known, const genetic_code& code);

/// What a model reports of sites of one kind. With w its bits at a place, each true site is worth
///
///   w - log2( mean of 2^w over the decoys of its fold )
///
/// bits: the log2 of how much likelier the model takes it for the site than a decoy drawn at random. So a constant
/// added to all weights changes nothing, and a genome whose decoys look like sites of the model is distinguished from
/// one where they do not.
struct kind_fit {
  std::size_t n_true = 0;
  double bits = 0;  // the sum over the true sites
};

/// By site_kind.
struct model_fit {
  std::array<kind_fit, n_site_kinds> kinds{};

  [[nodiscard]] double bits() const;         // of all kinds
  [[nodiscard]] std::size_t n_true() const;  // of all kinds
};

/// A model for the sites of each fold.
using fold_models = std::array<splice_model, n_folds>;

/// The same model for all folds.
fold_models one_for_all_folds(const splice_model& model);

/// The fit of each of some models to the sites of visit_sites(from, transcripts). A model that was trained on these
/// transcripts is judged by those that were trained without each fold.
std::vector<model_fit> fits_of(std::span<const fold_models> models, genome& sequences,
                               const std::vector<annotated_transcript>& transcripts);

// Which clade a genome resembles by its composition, where it has too few genes to tell.

/// The genomic signature of Karlin and Burge (1995): with f the frequencies on both strands together,
///
///   rho(xy) = f(xy) / ( f(x) f(y) )
///
/// for the pairs AA, AC, AG, AT, CA, ... TT of neighbouring bases. It differs little along a genome and between near
/// species: so vertebrates lack CG.
using genome_signature = std::array<double, 16>;

/// Fewer pairs of known bases than these say nothing.
constexpr std::uint64_t fewest_pairs = 10'000;

/// Of all sequences. Nothing: there are too few pairs of known bases.
std::optional<genome_signature> signature_of(genome& sequences);

/// The mean over the pairs of how much two signatures differ.
double distance(const genome_signature& a, const genome_signature& b);

/// How much nearer than to the next one a genome must be to the built-in model that it gets.
constexpr double nearest_fraction = 2.0 / 3.0;

/// The built-in splice model whose training genome has the nearest signature. Nothing: the genome has too few bases, or
/// that signature is not clearly nearer than the next one, as the share says.
std::optional<std::string> nearest_built_in(genome& sequences);

// Which bits of codons a genome is read with: its own, those of a splice model that the program brings with it, or
// none.

constexpr std::size_t fewest_coding_genes = 20;  // that choose among bits, or make some of their own
constexpr double min_coding_fit = 5;             // bits; what fits less than this is not taken

struct coding_fit {
  std::string name;
  double bits = 0;  // codon_counts::fit to the genes' codons
};

struct coding_choice {
  std::uint64_t n_codons = 0;  // of the genes
  // The built-in ones, and `self`, judged by the genes of the folds held back from it. Empty without codons, and with
  // fewer than fewest_coding_genes.
  std::vector<coding_fit> fits{};
  std::string name{};                    // of the best; empty: none fits, or there are too few genes
  std::optional<codon_values> coding{};  // its bits
};

/// By the genes of a genome, as confident_models gives them. What lies outside of them is the background of all.
coding_choice choose_coding(genome& sequences, const std::vector<annotated_transcript>& genes, const genetic_code& code,
                            bool may_be_own);

/// The bits of codons of a splice model that chains may be scored with. Nothing: it has none, or those of the built-in
/// model of vertebrates. One table does not do for all isochores of vertebrates (docs/benchmarks/log/model.md); it is
/// there so that no other clade's is taken in its place.
std::optional<codon_values> usable_coding(const splice_model& model);

}  // namespace exonweave

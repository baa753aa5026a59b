// How well splice models fit a genome: how much they tell of where the sites of its transcripts are.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "exons/candidates/annotation.hpp"
#include "exons/sequences/genetic_code.hpp"
#include "exons/sequences/genome.hpp"
#include "exons/sites/splice_model.hpp"
#include "exons/sites/training_sites.hpp"

namespace exonweave {

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

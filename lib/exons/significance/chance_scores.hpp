// What the best chain scores by chance: searches of random proteins in random DNA, with the scoring in use. Scores of
// splice sites, start codons and residues add up to it, at costs that users and trained models choose, so no
// published constants hold: they are fitted to simulated searches. Of these half are in independent bases, half in
// genes of other random proteins: there frames are open, and high scores more frequent.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "exons/models/gene_model.hpp"
#include "exons/scoring/chain_scoring.hpp"
#include "exons/scoring/scoring_options.hpp"
#include "exons/significance/score_statistics.hpp"
#include "exons/sites/site_scorer.hpp"
#include "spliced/scoring/substitution.hpp"

namespace exonweave {

/// A scoring of proteins on ORF exons.
struct chance_search {
  const chain_scoring& scoring;  // with a genetic code
  const site_scorer& sites;
  spliced::score min_site = spliced::unreachable;  // splice sites that weigh less are none
  std::uint32_t gc = 500'000;                      // parts per million of the bases
  bool has_introns = true;
};

/// What regions are made of.
enum class chance_sequence {
  bases,  // independent ones
  genes   // one after the other, without introns, each on the strand or opposite to it: 400 codons, from ATG to a stop
          // codon, of independent residues; of the codons of a residue, each as often as its bases
};

/// As many searches of a size. Residues are as frequent as in proteins at large (Robinson and Robinson 1991).
struct chance_sample {
  std::size_t n_regions = 100;
  std::size_t targets_per_region = 3;  // they share what is made of a region, and its chances
  std::size_t region_length = 6'000;   // nt, one strand
  std::size_t target_length = 200;     // residues
  std::uint64_t seed = 1;

  /// Of one search, nt x residues.
  [[nodiscard]] double space() const { return static_cast<double>(region_length) * static_cast<double>(target_length); }
};

/// The best score of each search that has a chain; at most n_regions * targets_per_region.
std::vector<double> best_scores_by_chance(const chance_search& search, chance_sequence made_of,
                                          const chance_sample& sample);

/// Lambda and K fitted to them. Nothing where the scoring allows too few chains to tell.
std::optional<score_law> fit_score_law(const chance_search& search, chance_sequence made_of,
                                       const chance_sample& sample = {});

/// Those of both, without a fraction of coding sequence. Nothing where either is nothing.
std::optional<score_statistics> fit_score_statistics(const chance_search& search, const chance_sample& sample = {});

// What the composition of a protein and of a model takes off their score: where both have much of the same few amino
// acids, chance pairs these often, and high scores are more frequent than among average proteins.
//
// Lambda of ungapped alignments of two compositions p and q is the solution of
//
//   sum over amino acids a, b of  p(a) q(b) exp( lambda s(a, b) ) = 1
//
// (Karlin and Altschul 1990). The ratio is that lambda over the one of average proteins, as in the composition-based
// statistics of Schaffer et al. 2001 (Nucleic Acids Research 29:2994). There scores are divided by it, and gaps cost
// what they did. Here scores stay, so that gaps become cheaper in units of 1 / lambda by the same ratio, and lambda of
// gapped alignments falls about once more by it: that of BLOSUM62 is 0.267, 0.243 and 0.206 at 11, 10 and 9 to open a
// gap. So the factor is the square of the ratio.

/// In [0.4, 1]. p is of the target's residues, q of the codons of the model from the first to the last that is aligned,
/// with 50 residues of an average protein. 1 of a target that is no protein, and where the scores have no lambda.
double composition_factor(const gene_model& model, std::string_view target, const spliced::substitution_matrix& scores);

// How scores of the usual scorings are distributed by chance, known beforehand from many simulated searches: no run has
// to repeat them.

/// Of the preset `default` for proteins with a built-in splice model, the standard genetic code and nothing else
/// changed; `gc` is the fraction of G and C. Between the shares that were simulated, lambda and ln K are interpolated;
/// beyond them they are those of the next one. No share of coding sequence. Nothing for any other scoring. In the unit
/// that such scores are computed in.
std::optional<score_statistics> known_statistics(const scoring_options& scoring, int genetic_code, double gc);

}  // namespace exonweave

// E-values: how many chains that score as much are expected by chance where a target is tried. Part of that is coding
// sequence, which real genomes have and random bases have not: its frames are long and spell proteins, so high scores
// are more frequent there.
//
//   E = m n ( (1 - c) K exp(-lambda r S) + c K' exp(-lambda' r S) )
//
// of a target of n residues in m nt, strands counted apart, of which the share c is coding; lambda and K are of
// independent bases, lambda' and K' of coding sequence, and r is what is said of a model below.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "base/statistics/score_law.hpp"
#include "exons/models/gene_model.hpp"
#include "exons/scoring/chain_scoring.hpp"
#include "exons/settings/setting_values.hpp"
#include "exons/sites/site_scorer.hpp"
#include "spliced/scoring/score.hpp"
#include "spliced/scoring/substitution.hpp"

namespace exonweave {

/// Of distinct chains in a search; the space is m * n. Lambda is per unit that scores are computed in.
struct score_statistics {
  score_law random{};          // of independent bases
  double gc = 0;               // share of G and C among the bases that both are for
  score_law coding{};          // of coding sequence
  double coding_fraction = 0;  // of the space, [0, 1]

  [[nodiscard]] double e_value(spliced::score score, double space, double composition = 1) const;

  /// The least score whose E-value is at most `expected` > 0; within what scores may be.
  [[nodiscard]] spliced::score lowest_score(double expected, double space, double composition = 1) const;
};

// How likely an exon or a gene is exactly right, from how much less every other explanation scores.

/// With m the margin of an exon in half-bits, and the least margin of a model:
///
///   of an exon    1 / (1 + exp(-0.68 - 0.16 m))
///   of a model    1 / (1 + exp(-0.1 - 0.17 m))
///
/// Fitted by logistic regression to which exons and genes were exact on seven sets of mammals, flies, worms, plants and
/// fission yeast, each with the same weight; docs/concepts/scores-margins-support.md has how well it holds. Were scores
/// log-odds of independent facts, 0.16 would be 0.35. Never more than max_support: some exons without any doubt in
/// their scores are wrong.
constexpr double max_support = 0.999;
double exon_support(double margin);
double model_support(double min_margin);

/// Where the genome's own gene model was requested. With p the probability of the gene by that model, and m the least
/// margin of its alignment, at most 60 half-bits, the support is 1 / (1 + exp(-x)), and
///
///   x = 0.55 ln(p / (1 - p)) - 0.5 if it has introns   + 0.25               of the gene model alone
///                                                      - 0.41               in place of an alignment
///                                                      - 0.93 + 0.048 m     as the alignment has it
///
/// The alignments are hints of p, so those on both grounds start lower. An alignment that the gene model contradicts
/// has disputed_support, and one that it says nothing of that of its margin. Fitted with the same weight to S. pombe by
/// proteins of S. cerevisiae, with the built-in splice model of fungi and with that of vertebrates, and to
/// S. cerevisiae by proteins of S. pombe and C. albicans.
constexpr double disputed_support = 0.3;

/// Of models of the kind that it was fitted to: of proteins on ORF exons, which have E-values, with an unbroken frame.
/// Nothing for others, and without a margin: nobody knows how often a pseudogene is one. Where the gene model was
/// requested, genes have the support above.
std::optional<double> support_of(const model_exon& exon, const gene_model& gene, score_unit unit);
std::optional<double> support_of(const gene_model& model, score_unit unit);

/// Whether a gene is sure enough that other programs may rely on it: a protein aligns there, and it has as much support
/// and no broken frame.
constexpr double sure_support = 0.9;
bool is_sure(const gene_model& model, score_unit unit);

// What the best chain scores by chance: searches of random proteins in random DNA, with the scoring in use. Scores of
// splice sites, start codons and residues add up to it, at costs that users and trained models choose, so no
// published constants hold: they are fitted to simulated searches. Of these half are in independent bases, half in
// genes of other random proteins: there frames are open, and high scores more frequent.

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

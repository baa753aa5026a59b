// E-values: how many chains that score as much are expected by chance where a target is tried. Part of that is coding
// sequence, which real genomes have and random bases have not: its frames are long and spell proteins, so high scores
// are more frequent there.
//
//   E = m n ( (1 - c) K exp(-lambda r S) + c K' exp(-lambda' r S) )
//
// of a target of n residues in m nt, strands counted apart, of which the share c is coding; lambda and K are of
// independent bases, lambda' and K' of coding sequence, and r is what chance_scores.hpp says of a model.
#pragma once

#include <optional>

#include "base/statistics/score_law.hpp"
#include "exons/models/gene_model.hpp"
#include "exons/settings/setting_values.hpp"
#include "spliced/scoring/score.hpp"

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

}  // namespace exonweave

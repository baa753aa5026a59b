// What the E-values of a scan go by: published figures, or those of simulated searches.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "base/statistics/score_law.hpp"
#include "pairwise/scan/scan_engine.hpp"

namespace exonweave {

/// What NCBI publishes for a matrix and gap costs (BLAST+, blast_stat.c: lambda, K, a, alpha and sigma of gapped
/// alignments, which ALP found: Sheetlin, Park, Frith and Spouge 2016, Bioinformatics 32:304). Of these, and of a and
/// alpha of alignments without gaps, Park et al. 2012 make b, beta and tau. Nothing where it publishes none.
std::optional<score_law> published_statistics(std::string_view matrix, spliced::gap_costs gaps);

/// The same for any scoring, of simulated searches: the best scores of random proteins with the composition of Robinson
/// and Robinson (1991) follow a Gumbel distribution, whose two parameters are fitted (Eddy 1997); lengths of their
/// alignments are fitted to a line. The same on every machine. Nothing for scorings whose scores grow with the length
/// of what is aligned, which have no such statistics, or by which all random proteins score the same.
std::optional<score_law> simulated_statistics(const scan_scoring& scoring);

/// The least score that may have an E-value of at most `e_value` > 0 with a sequence of one of these lengths
/// (ascending, each once), for a query of m residues in a database of `n_residues`, `largest` being what a residue can
/// score at most. Alignments that score less need not be looked for; not all that score more are rare enough. At least
/// 1, at most score_limit.
spliced::score lowest_score(const score_law& law, double e_value, double m, std::span<const std::uint32_t> lengths,
                            double n_residues, spliced::score largest);

}  // namespace exonweave

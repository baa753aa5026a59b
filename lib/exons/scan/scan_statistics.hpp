// E-values and bit scores of a scan (Karlin and Altschul 1990; gapped: Altschul and Gish 1996): of a query of m residues against a
// database of n residues, K m n exp(-lambda S) alignments of unrelated sequences score S or more. Lengths are not shortened for
// alignments that do not fit behind a sequence's end, so E-values are on the careful side.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "exons/significance/score_statistics.hpp"
#include "spliced/scan/scan_engine.hpp"

namespace exonweave {

/// What NCBI publishes for a matrix and gap costs (BLAST+, blast_stat.c: the values that bound E-values of gapped alignments). Nothing
/// where it publishes none.
std::optional<score_statistics> published_statistics(std::string_view matrix, spliced::gap_costs gaps);

/// The same for any scoring, of simulated searches: the best scores of random proteins with the composition of Robinson and Robinson
/// (1991) follow a Gumbel distribution, whose two parameters are fitted (Eddy 1997). The same on every machine. Nothing for scorings
/// whose scores grow with the length of what is aligned, which have no such statistics, or by which all random proteins score the same.
std::optional<score_statistics> simulated_statistics(const spliced::scan_scoring& scoring);

/// (lambda S - ln K) / ln 2.
double bit_score(const score_statistics& of, spliced::score score);

}  // namespace exonweave

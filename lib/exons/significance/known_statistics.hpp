// How scores of the usual scorings are distributed by chance, known beforehand from many simulated searches: no run has
// to repeat them.
#pragma once

#include <optional>

#include "exons/scoring/scoring_options.hpp"
#include "exons/significance/score_statistics.hpp"

namespace exonweave {

/// Of the preset `default` for proteins with a built-in splice model, the standard genetic code and nothing else
/// changed; `gc` is the fraction of G and C. Between the shares that were simulated, lambda and ln K are interpolated;
/// beyond them they are those of the next one. No share of coding sequence. Nothing for any other scoring. In the unit
/// that such scores are computed in.
std::optional<score_statistics> known_statistics(const scoring_options& scoring, int genetic_code, double gc);

}  // namespace exonweave

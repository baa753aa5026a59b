// E-values: how many chains that score as much are expected by chance where a target is tried. Part of that is coding
// sequence, which real genomes have and random bases have not: its frames are long and spell proteins, so high scores
// are more frequent there.
//
//   E = m n ( (1 - c) K exp(-lambda r S) + c K' exp(-lambda' r S) )
//
// of a target of n residues in m nt, strands counted apart, of which the share c is coding; lambda and K are of
// independent bases, lambda' and K' of coding sequence, and r is what composition.hpp says of a model.
#pragma once

#include "base/statistics/score_law.hpp"
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

}  // namespace exonweave

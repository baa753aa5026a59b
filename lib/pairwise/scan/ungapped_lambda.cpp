#include "pairwise/scan/ungapped_lambda.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace exonweave {

std::optional<double> ungapped_lambda(const spliced::substitution_matrix& matrix, const residue_shares& query,
                                      const residue_shares& sequence) {
  // How likely each score is.
  const spliced::score smallest = matrix.smallest();
  std::vector<double> likely(static_cast<std::size_t>(matrix.largest() - smallest) + 1, 0.0);
  double mean = 0;
  spliced::score largest = 0;
  for (spliced::residue_code row = 0; row < n_kinds_of_residues; ++row)
    for (spliced::residue_code column = 0; column < n_kinds_of_residues; ++column) {
      const double fraction = sequence[row] * query[column];
      const spliced::score score = matrix(row, column);
      likely[static_cast<std::size_t>(score - smallest)] += fraction;
      mean += fraction * score;
      if (fraction > 0) largest = std::max(largest, score);
    }
  if (mean >= 0 || largest <= 0) return std::nullopt;
  const auto sum = [&](double lambda) {
    double total = 0;
    for (std::size_t k = 0; k < likely.size(); ++k)
      if (likely[k] > 0) total += likely[k] * std::exp(lambda * (static_cast<double>(k) + smallest));
    return total;
  };
  // The sum is 1 at 0, falls, and is 1 once more; there it rises.
  double below = 0, above = 1;
  while (sum(above) < 1) above *= 2;
  while (above - below > 1e-6 * above) {
    const double middle = (below + above) / 2;
    (sum(middle) < 1 ? below : above) = middle;
  }
  return above;
}

}  // namespace exonweave

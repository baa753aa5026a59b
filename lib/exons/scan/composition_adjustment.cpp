#include "exons/scan/composition_adjustment.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace exonweave {

std::optional<residue_shares> shares_of(std::span<const spliced::residue_code> residues) {
  residue_shares shares{};
  for (const spliced::residue_code residue : residues)
    if (residue < n_kinds_of_residues) ++shares[residue];
  const double n = std::accumulate(shares.begin(), shares.end(), 0.0);
  if (n == 0) return std::nullopt;
  for (double& share : shares) share /= n;
  return shares;
}

const residue_shares& usual_shares() {
  static const residue_shares shares = [] {
    residue_shares made;
    std::ranges::copy(usual_residues, made.begin());
    const double n = std::accumulate(made.begin(), made.end(), 0.0);
    for (double& share : made) share /= n;
    return made;
  }();
  return shares;
}

std::optional<double> ungapped_lambda(const spliced::substitution_matrix& of, const residue_shares& query,
                                      const residue_shares& sequence) {
  // How likely each score is.
  const spliced::score smallest = of.smallest();
  std::vector<double> likely(static_cast<std::size_t>(of.largest() - smallest) + 1, 0.0);
  double mean = 0;
  spliced::score largest = 0;
  for (spliced::residue_code row = 0; row < n_kinds_of_residues; ++row)
    for (spliced::residue_code column = 0; column < n_kinds_of_residues; ++column) {
      const double share = sequence[row] * query[column];
      const spliced::score score = of(row, column);
      likely[static_cast<std::size_t>(score - smallest)] += share;
      mean += share * score;
      if (share > 0) largest = std::max(largest, score);
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

composition_adjustment::composition_adjustment(const spliced::scan_scoring& scoring)
    : scoring_(scoring),
      usual_lambda_(ungapped_lambda(*scoring.substitution, usual_shares(), usual_shares())) {}

double composition_adjustment::ratio(std::span<const spliced::residue_code> query,
                                     std::span<const spliced::residue_code> sequence) const {
  constexpr double least = 0.5;
  const auto of_query = shares_of(query), of_sequence = shares_of(sequence);
  if (!usual_lambda_ || !of_query || !of_sequence) return 1;
  const auto lambda = ungapped_lambda(*scoring_.substitution, *of_query, *of_sequence);
  return lambda ? std::clamp(*lambda / *usual_lambda_, least, 1.0) : least;
}

spliced::substitution_matrix composition_adjustment::matrix(double ratio) const {
  const spliced::substitution_matrix& from = *scoring_.substitution;
  spliced::substitution_matrix made(from.n_codes());
  for (spliced::residue_code row = 0; row < from.n_codes(); ++row)
    for (spliced::residue_code column = 0; column < from.n_codes(); ++column)
      made.at(row, column) =
          static_cast<spliced::score>(std::floor(ratio * adjusted_units * from(row, column)));
  return made;
}

spliced::gap_costs composition_adjustment::gaps() const {
  return {adjusted_units * scoring_.gaps.open, adjusted_units * scoring_.gaps.extend};
}

}  // namespace exonweave

#include "pairwise/scan/residue_shares.hpp"

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
  for (double& fraction : shares) fraction /= n;
  return shares;
}

std::size_t count_known(std::span<const spliced::residue_code> residues) {
  return static_cast<std::size_t>(
      std::ranges::count_if(residues, [](auto residue) { return residue < n_kinds_of_residues; }));
}

const residue_shares& usual_shares() {
  static const residue_shares shares = [] {
    residue_shares made;
    std::ranges::copy(usual_residues, made.begin());
    const double n = std::accumulate(made.begin(), made.end(), 0.0);
    for (double& fraction : made) fraction /= n;
    return made;
  }();
  return shares;
}

double distance(const residue_shares& one, const residue_shares& other) {
  const auto half = [](double fraction, double mean) {
    return fraction > 0 ? fraction * std::log(fraction / mean) / 2 : 0.0;
  };
  double sum = 0;
  for (std::size_t k = 0; k < n_kinds_of_residues; ++k) {
    const double mean = (one[k] + other[k]) / 2;
    sum += half(one[k], mean) + half(other[k], mean);
  }
  return std::sqrt(std::max(0.0, sum));
}

}  // namespace exonweave

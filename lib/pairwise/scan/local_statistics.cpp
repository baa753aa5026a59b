#include "pairwise/scan/local_statistics.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace exonweave {
namespace {

double value_at(const linear_growth& line, double total) { return line.per_score * total + line.base; }

// How much of a sequence alignments leave to end in: the mean, and the chance that it is any.
struct room {
  double mean = 0;
  double chance = 0;
};

room room_in(double n_residues, double length, double deviation) {
  const double left = n_residues - length;
  if (deviation <= 0) return {std::max(left, 0.0), left > 0 ? 1.0 : 0.0};
  const double x = left / deviation;
  const double chance = std::erfc(-x / std::numbers::sqrt2) / 2;
  const double density = std::exp(-x * x / 2) * std::numbers::inv_sqrtpi / std::numbers::sqrt2;
  return {left * chance + deviation * density, chance};
}

// Far beyond the growth of the lengths' variance on that of their mean, where E-values rise with the length of the
// sequence.
constexpr std::uint32_t longest_without_order = 256;

}  // namespace

double local_statistics::area(spliced::score score, double m, double n) const {
  // The lines are those of high scores: at low ones they would fall below what any alignment has.
  const double length_then = std::max(value_at(length, score), 0.0);
  const double variance_then = std::max(value_at(variance, score), 2 * variance.per_score / lambda);
  const double covariance_then = std::max(value_at(covariance, score), 2 * covariance.per_score / lambda);
  const double deviation = std::sqrt(variance_then);
  const room in_m = room_in(m, length_then, deviation), in_n = room_in(n, length_then, deviation);
  return std::max(0.0, in_m.mean * in_n.mean + covariance_then * in_m.chance * in_n.chance);
}

double local_statistics::e_value(spliced::score score, double m, double n, double n_residues) const {
  if (n <= 0) return 0;
  return k * area(score, m, n) * std::exp(-lambda * score) * n_residues / n;
}

double local_statistics::bits(spliced::score score) const { return (lambda * score - std::log(k)) / std::numbers::ln2; }

spliced::score least_score(const local_statistics& statistics, double e_value, double m,
                           std::span<const std::uint32_t> lengths, double n_residues, spliced::score largest) {
  const auto is_rare = [&](spliced::score score, double n) {
    return statistics.e_value(score, m, n, n_residues) <= e_value;
  };
  const auto least_with = [&](double n) {
    spliced::score never = 0, always = spliced::score_limit;  // the E-value falls with the score
    while (always - never > 1) {
      const spliced::score middle = never + (always - never) / 2;
      (is_rare(middle, n) ? always : never) = middle;
    }
    return always;
  };
  spliced::score least = spliced::score_limit;
  for (const std::uint32_t n : lengths) {
    if (least == spliced::score_limit || is_rare(least - 1, n)) {
      const spliced::score found = least_with(n);
      // A sequence that cannot score so much has nothing to be found.
      if (found <= static_cast<double>(largest) * n) least = std::min(least, found);
    }
    if (n > longest_without_order && least < spliced::score_limit) break;
  }
  return least;
}

}  // namespace exonweave

#include "base/statistics/score_law.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace exonweave {
namespace {

// How much of a sequence alignments leave to end in: the mean, and the chance that it is any.
struct room {
  double mean = 0;
  double chance = 0;
};

room room_in(double n_letters, double length, double deviation) {
  const double left = n_letters - length;
  if (deviation <= 0) return {std::max(left, 0.0), left > 0 ? 1.0 : 0.0};
  const double x = left / deviation;
  const double chance = std::erfc(-x / std::numbers::sqrt2) / 2;
  const double density = std::exp(-x * x / 2) * std::numbers::inv_sqrtpi / std::numbers::sqrt2;
  return {left * chance + deviation * density, chance};
}

}  // namespace

double score_law::e_value(double score, double space) const { return k * space * std::exp(-lambda * score); }

double score_law::score_of(double expected, double space) const { return std::log(k * space / expected) / lambda; }

double score_law::bits(double score) const { return (lambda * score - std::log(k)) / std::numbers::ln2; }

double score_law::area(double score, double m, double n) const {
  // The lines are those of high scores: at low ones they would fall below what any alignment has.
  const double length_then = std::max(length.value(score), 0.0);
  const double variance_then = std::max(variance.value(score), 2 * variance.per_score / lambda);
  const double covariance_then = std::max(covariance.value(score), 2 * covariance.per_score / lambda);
  const double deviation = std::sqrt(variance_then);
  const room in_m = room_in(m, length_then, deviation), in_n = room_in(n, length_then, deviation);
  return std::max(0.0, in_m.mean * in_n.mean + covariance_then * in_m.chance * in_n.chance);
}

double score_law::e_value(double score, double m, double n, double n_letters) const {
  return n <= 0 ? 0 : e_value(score, area(score, m, n)) * n_letters / n;
}

}  // namespace exonweave

#include "base/statistics/score_law.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

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

namespace {

double mean_of(std::span<const double> sample) {
  return std::accumulate(sample.begin(), sample.end(), 0.0) / static_cast<double>(sample.size());
}

// Sums over the sample of weights exp(-rate * (x - mean)), and of them times x - mean.
struct weighted_sums {
  double weights = 0;
  double distances = 0;

  weighted_sums(std::span<const double> sample, double mean, double rate) {
    for (const double x : sample) {
      const double weight = std::exp(-rate * (x - mean));
      weights += weight;
      distances += weight * (x - mean);
    }
  }
};

// The derivative of the log likelihood by the rate, over rate-independent factors, with the best location for each
// rate:   1 / rate - mean + sum(x * exp(-rate x)) / sum(exp(-rate x)) It falls from infinity to min(x) - mean < 0, so
// that it has one root.
double slope(std::span<const double> sample, double mean, double rate) {
  const weighted_sums sums(sample, mean, rate);
  return 1 / rate + sums.distances / sums.weights;
}

}  // namespace

std::optional<gumbel> fit_gumbel(std::span<const double> sample) {
  if (sample.empty()) return std::nullopt;
  const auto [least, most] = std::ranges::minmax(sample);
  if (least == most) return std::nullopt;
  const double mean = mean_of(sample);
  double low = 0, high = 1 / (most - least);
  while (slope(sample, mean, high) > 0) {
    low = high;
    high *= 2;
  }
  constexpr int halvings = 60;  // all bits of a double
  for (int n = 0; n < halvings; ++n) {
    const double middle = (low + high) / 2;
    (slope(sample, mean, middle) > 0 ? low : high) = middle;
  }
  const weighted_sums sums(sample, mean, high);
  return gumbel{mean - std::log(sums.weights / static_cast<double>(sample.size())) / high, high};
}

}  // namespace exonweave

#include "base/statistics/gumbel.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace exonweave {
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

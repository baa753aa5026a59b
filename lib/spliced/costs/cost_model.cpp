#include "spliced/costs/cost_model.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "spliced/costs/nonnegative_fit.hpp"

namespace exonweave::spliced {
namespace {

constexpr double min_seconds = 1e-4;   // shorter samples are noise
constexpr double min_reported = 1e-3;  // seconds

// Of ascending values, at least one.
double quantile_of(const std::vector<double>& ascending, double fraction) {
  return ascending[static_cast<std::size_t>(std::lround(fraction * static_cast<double>(ascending.size() - 1)))];
}

}  // namespace

cost_model fit_costs(std::span<const timed_costs> samples, const cost_model& known) {
  std::vector<fit_sample> sums;
  for (const timed_costs& each : samples) sums.push_back({each.work.values, each.seconds});
  const std::vector<double> fitted = fit_relative(sums, min_seconds);
  cost_model model{.seconds = known.seconds};
  for (std::size_t u = 0; u < fitted.size(); ++u)
    if (std::ranges::any_of(samples, [u](const timed_costs& each) { return each.work.values[u] > 0; }))
      model.seconds.values[u] = fitted[u];
  std::vector<double> ratios, errors;
  for (const timed_costs& each : samples)
    if (each.seconds >= min_reported) {
      ratios.push_back(each.seconds / std::max(min_seconds, model.predict(each.work)));
      errors.push_back(std::abs(ratios.back() - 1));
    }
  if (ratios.size() < 2) return model;
  std::ranges::sort(ratios);
  std::ranges::sort(errors);
  model.low = quantile_of(ratios, 0.05);
  model.high = quantile_of(ratios, 0.95);
  model.median_error = quantile_of(errors, 0.5);
  return model;
}

}  // namespace exonweave::spliced

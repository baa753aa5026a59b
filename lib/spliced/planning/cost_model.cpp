#include "spliced/planning/cost_model.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

#include "spliced/planning/nonnegative_fit.hpp"

namespace exonweave::spliced {
namespace {

constexpr double least_seconds = 1e-5;  // clocks and threads are worth as much

by_cost_unit fit_seconds(std::span<const timed_costs> samples,
                         const std::function<bool(std::size_t)>& takes) {
  std::vector<fit_sample> taken;
  for (std::size_t s = 0; s < samples.size(); ++s)
    if (takes(s)) taken.push_back({samples[s].costs.values, samples[s].seconds});
  by_cost_unit seconds;
  std::ranges::copy(fit_relative(taken, least_seconds), seconds.values.begin());
  return seconds;
}

// Of ascending values, at least one.
double quantile_of(const std::vector<double>& ascending, double share) {
  return ascending[static_cast<std::size_t>(std::lround(share * static_cast<double>(ascending.size() - 1)))];
}

// [samples] measured / predicted by a model that was fitted without the sample.
std::vector<double> held_back_ratios(std::span<const timed_costs> samples) {
  constexpr std::size_t n_parts = 5;
  std::vector<double> ratios;
  for (std::size_t part = 0; part < std::min(n_parts, samples.size()); ++part) {
    const cost_model model{fit_seconds(samples, [&](std::size_t s) { return s % n_parts != part; })};
    for (std::size_t s = part; s < samples.size(); s += n_parts)
      ratios.push_back(samples[s].seconds / std::max(least_seconds, model.predict(samples[s].costs)));
  }
  return ratios;
}

}  // namespace

std::string_view to_string(cost_unit unit) {
  constexpr std::array<std::string_view, n_cost_units> names{
      "result", "problem", "nucleotide", "node",      "edge",           "pass",
      "row",    "cell",    "merge_cell", "read_cell", "read_merge_cell"};
  return names[static_cast<std::size_t>(unit)];
}

by_cost_unit& by_cost_unit::operator+=(const by_cost_unit& other) {
  for (std::size_t u = 0; u < values.size(); ++u) values[u] += other.values[u];
  return *this;
}

double cost_model::predict(const by_cost_unit& costs) const {
  return sum_of_products(seconds.values, costs.values);
}

cost_model fit_costs(std::span<const timed_costs> samples) {
  cost_model model{fit_seconds(samples, [](std::size_t) { return true; })};
  if (samples.size() < 2) return model;
  std::vector<double> ratios = held_back_ratios(samples), errors;
  for (const double ratio : ratios) errors.push_back(std::abs(ratio - 1));
  std::ranges::sort(ratios);
  std::ranges::sort(errors);
  model.low = quantile_of(ratios, 0.05);
  model.high = quantile_of(ratios, 0.95);
  model.median_error = quantile_of(errors, 0.5);
  model.late_error = quantile_of(errors, 0.9);
  return model;
}

}  // namespace exonweave::spliced

#include "spliced/costs/cost_model.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace exonweave::spliced {
namespace {

constexpr double min_seconds = 1e-4;   // shorter samples weigh no more than such: nobody waits for them
constexpr double min_reported = 1e-3;  // seconds

// Of ascending values, at least one.
double quantile_of(const std::vector<double>& ascending, double fraction) {
  return ascending[static_cast<std::size_t>(std::lround(fraction * static_cast<double>(ascending.size() - 1)))];
}

// Measured / predicted by prices that were fitted without the sample, of samples that are long enough to be more than
// noise.
std::vector<double> held_back_ratios(std::span<const timed_costs> samples) {
  constexpr std::size_t n_parts = 5;
  std::vector<double> ratios;
  for (std::size_t part = 0; part < std::min(n_parts, samples.size()); ++part) {
    std::vector<timed_costs> others;
    for (std::size_t s = 0; s < samples.size(); ++s)
      if (s % n_parts != part) others.push_back(samples[s]);
    const auto prices = fit_prices<cost_unit>(others, min_seconds);
    for (std::size_t s = part; s < samples.size(); s += n_parts)
      if (samples[s].seconds >= min_reported)
        ratios.push_back(samples[s].seconds / std::max(min_seconds, prices.predict(samples[s].work)));
  }
  return ratios;
}

}  // namespace

std::string_view to_string(work_kind kind) {
  constexpr std::array<std::string_view, n_work_kinds> names{"cdna_on_candidates", "cdna_on_blocks",
                                                             "protein_on_candidates", "protein_on_blocks"};
  return names[static_cast<std::size_t>(kind)];
}

cost_unit_set cost_unit_set::all() {
  cost_unit_set set;
  set.holds.fill(true);
  return set;
}

cost_unit_set cost_unit_set::without(std::initializer_list<cost_unit> units) const {
  cost_unit_set set = *this;
  for (const cost_unit unit : units) set.holds[static_cast<std::size_t>(unit)] = false;
  return set;
}

cost_model fit_costs(std::span<const timed_costs> samples, const cost_unit_set& priced) {
  std::vector<timed_costs> counted(samples.begin(), samples.end());
  for (timed_costs& each : counted)
    for (std::size_t u = 0; u < priced.holds.size(); ++u)
      if (!priced.holds[u]) each.work.values[u] = 0;
  cost_model model{fit_prices<cost_unit>(counted, min_seconds)};
  std::vector<double> ratios = held_back_ratios(counted), errors;
  for (const double ratio : ratios) errors.push_back(std::abs(ratio - 1));
  if (ratios.size() < 2) return model;
  std::ranges::sort(ratios);
  std::ranges::sort(errors);
  model.low = quantile_of(ratios, 0.05);
  model.high = quantile_of(ratios, 0.95);
  model.median_error = quantile_of(errors, 0.5);
  model.late_error = quantile_of(errors, 0.9);
  return model;
}

}  // namespace exonweave::spliced

#include "spliced/costs/cost_model.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

#include "spliced/costs/nonnegative_fit.hpp"

namespace exonweave::spliced {
namespace {

constexpr double least_seconds = 1e-4;  // shorter samples weigh no more than such: nobody waits for them
constexpr double least_told = 1e-3;     // seconds

// Of the samples that `takes` says.
by_cost_unit fit_seconds(std::span<const timed_costs> samples, const cost_unit_set& priced,
                         const std::function<bool(std::size_t)>& takes) {
  std::vector<by_cost_unit> costs;
  costs.reserve(samples.size());
  std::vector<fit_sample> taken;
  for (std::size_t s = 0; s < samples.size(); ++s) {
    if (!takes(s)) continue;
    by_cost_unit& counts = costs.emplace_back(samples[s].costs);
    for (std::size_t u = 0; u < n_cost_units; ++u)
      if (!priced.holds[u]) counts.values[u] = 0;
    taken.push_back({counts.values, samples[s].seconds});
  }
  by_cost_unit seconds;
  std::ranges::copy(fit_relative(taken, least_seconds), seconds.values.begin());
  return seconds;
}

// Of ascending values, at least one.
double quantile_of(const std::vector<double>& ascending, double share) {
  return ascending[static_cast<std::size_t>(std::lround(share * static_cast<double>(ascending.size() - 1)))];
}

// Measured / predicted by a model that was fitted without the sample, of samples that are long enough to be more than
// noise.
std::vector<double> held_back_ratios(std::span<const timed_costs> samples, const cost_unit_set& priced) {
  constexpr std::size_t n_parts = 5;
  std::vector<double> ratios;
  for (std::size_t part = 0; part < std::min(n_parts, samples.size()); ++part) {
    const cost_model model{fit_seconds(samples, priced, [&](std::size_t s) { return s % n_parts != part; })};
    for (std::size_t s = part; s < samples.size(); s += n_parts)
      if (samples[s].seconds >= least_told)
        ratios.push_back(samples[s].seconds / std::max(least_seconds, model.predict(samples[s].costs)));
  }
  return ratios;
}

}  // namespace

std::string_view to_string(cost_unit unit) {
  constexpr std::array<std::string_view, n_cost_units> names{"result",
                                                             "problem",
                                                             "nucleotide",
                                                             "node",
                                                             "edge",
                                                             "pass",
                                                             "row",
                                                             "cell",
                                                             "slow_cell",
                                                             "merge_cell",
                                                             "join_cell",
                                                             "far_join_cell",
                                                             "bound",
                                                             "bound_cell",
                                                             "path_cell",
                                                             "read_cell",
                                                             "read_merge_cell",
                                                             "rival_row",
                                                             "rival_cell",
                                                             "rival_merge_cell",
                                                             "rival_path_cell",
                                                             "exon",
                                                             "diagonal",
                                                             "group",
                                                             "group_diagonal",
                                                             "track_base",
                                                             "sweep_row",
                                                             "sweep_cell",
                                                             "block_cell",
                                                             "chain_cell",
                                                             "margin_cell"};
  return names[static_cast<std::size_t>(unit)];
}

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

double cost_model::predict(const by_cost_unit& costs) const { return sum_of_products(seconds.values, costs.values); }

cost_model fit_costs(std::span<const timed_costs> samples, const cost_unit_set& priced) {
  cost_model model{fit_seconds(samples, priced, [](std::size_t) { return true; })};
  std::vector<double> ratios = held_back_ratios(samples, priced), errors;
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

#include "foresight/calibration/search_costs.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "spliced/costs/nonnegative_fit.hpp"

namespace exonweave {

std::string_view to_string(search_unit unit) {
  constexpr std::array<std::string_view, n_search_units> names{"base", "residue", "seed", "looked_base"};
  return names[static_cast<std::size_t>(unit)];
}

by_search_unit work_of_search(double genome_length, double n_residues, double n_looked) {
  by_search_unit work;
  work[search_unit::base] = genome_length;
  work[search_unit::residue] = n_residues;
  work[search_unit::seed] = genome_length * n_residues;
  work[search_unit::looked_base] = n_looked;
  return work;
}

double search_costs::predict(const by_search_unit& work) const {
  return spliced::sum_of_products(seconds.values, work.values);
}

search_costs fit_search(std::span<const timed_search> samples) {
  constexpr double least_seconds = 1e-2;  // shorter samples weigh no more than such
  std::vector<spliced::fit_sample> taken;
  for (const timed_search& each : samples) taken.push_back({each.work.values, each.seconds});
  search_costs made{samples.size()};
  if (!taken.empty()) std::ranges::copy(spliced::fit_relative(taken, least_seconds), made.seconds.values.begin());
  return made;
}

}  // namespace exonweave

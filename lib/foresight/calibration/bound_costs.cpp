#include "foresight/calibration/bound_costs.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "spliced/costs/cost_model.hpp"
#include "spliced/costs/nonnegative_fit.hpp"

namespace exonweave {

std::string_view to_string(bound_unit unit) {
  constexpr std::array<std::string_view, n_bound_units> names{"base", "cell", "device_cell"};
  return names[static_cast<std::size_t>(unit)];
}

double bound_costs::on_cpu(const bound_work& work, unsigned n_threads) const {
  return (seconds[bound_unit::base] * work.bases + seconds[bound_unit::cell] * work.cells) / n_threads;
}

double bound_costs::on_gpus(const bound_work& work, unsigned n_threads, std::size_t n_gpus) const {
  // Few proteins do not fill a GPU. Of an H100 (docs/benchmarks/exhaustive.md, "The kernel").
  constexpr double seconds_of_row = 4e-7;
  const double of_cells = seconds[bound_unit::device_cell] * work.cells / static_cast<double>(n_gpus);
  return spliced::gpu_start_seconds + seconds[bound_unit::base] * work.bases / n_threads +
         std::max(of_cells, seconds_of_row * work.longest);
}

bound_costs fit_bounds(std::span<const timed_bounds> samples) {
  constexpr double least_seconds = 1e-2;  // shorter samples weigh no more than such
  std::vector<std::array<double, 2>> units;
  for (const timed_bounds& each : samples) units.push_back({each.work.bases, each.work.cells});
  std::vector<spliced::fit_sample> taken;
  for (std::size_t k = 0; k < samples.size(); ++k) taken.push_back({units[k], samples[k].seconds});
  bound_costs made{samples.size()};
  if (taken.empty()) return made;
  const auto prices = spliced::fit_relative(taken, least_seconds);
  made.seconds[bound_unit::base] = prices[0];
  made.seconds[bound_unit::cell] = prices[1];
  return made;
}

}  // namespace exonweave

#include "pairwise/costs/pairwise_costs.hpp"

#include <algorithm>
#include <array>

#include "pairwise/align/align_engine.hpp"
#include "spliced/costs/cost_model.hpp"
#include "spliced/costs/nonnegative_fit.hpp"

namespace exonweave {

std::string_view to_string(pairwise_unit unit) {
  constexpr std::array<std::string_view, n_pairwise_units> names{
      "residue",          "query",     "row",           "cell", "path_residue", "path_cell",
      "affine_path_cell", "wide_cell", "wide_path_cell"};
  return names[static_cast<std::size_t>(unit)];
}

by_pairwise_unit work_of_query(double query_length, double database_length) {
  by_pairwise_unit work;
  work[pairwise_unit::query] = 1;
  work[pairwise_unit::row] = database_length;
  work[pairwise_unit::cell] = query_length * database_length;
  return work;
}

by_pairwise_unit work_of_pair(const pair_traits& pair) {
  // Lanes of 16 bits begin below all scores that count, and two thirds of what they hold may be exact
  // (lane_values::narrow).
  constexpr double most_in_narrow_lanes = 2.0 / 3 * 65'536;
  by_pairwise_unit work;
  const double cells = pair.query_length * pair.target_length;
  const bool is_wide = std::min(pair.query_length, pair.target_length) * pair.highest_score > most_in_narrow_lanes;
  work[pairwise_unit::query] = 1;
  work[pairwise_unit::row] = pair.query_length;
  work[pairwise_unit::cell] = cells;
  if (is_wide) work[pairwise_unit::wide_cell] = cells;
  if (pair.path == path_wish::none) return work;
  work[pairwise_unit::path_residue] = pair.query_length + pair.target_length;
  work[pair.path == path_wish::linear ? pairwise_unit::path_cell : pairwise_unit::affine_path_cell] = cells;
  if (is_wide) work[pairwise_unit::wide_path_cell] = cells;
  return work;
}

std::span<const pairwise_engine> pairwise_engines() {
  constexpr std::string_view scan = "scan", align = "align";
  static constexpr std::array<pairwise_engine, 11> known{
      {{.command = scan, .name = "scan-cpu", .is_automatic = true},
       {.command = scan, .name = "scan-cuda", .is_of_gpu = true, .is_automatic = true},
       {.command = scan, .name = "scan-tiles", .is_of_gpu = true},
       {.command = scan, .name = "scan-bands", .is_of_gpu = true},
       {.command = scan, .name = "scan-rows", .is_of_gpu = true, .needs_linear_gaps = true},
       {.command = align, .name = "simd", .is_automatic = true},
       {.command = align, .name = "scalar"},
       {.command = align, .name = "fast", .is_of_gpu = true, .is_automatic = true, .needs_linear_gaps = true},
       {.command = align,
        .name = "batch",
        .is_of_gpu = true,
        .is_automatic = true,
        .most_cells = spliced::most_batch_cells},
       {.command = align, .name = "cooperative", .is_of_gpu = true, .needs_linear_gaps = true},
       {.command = align, .name = "iterative", .is_of_gpu = true, .needs_linear_gaps = true}}};
  return known;
}

by_pairwise_unit fit_pairwise(std::span<const timed_pairwise> samples) {
  constexpr double least_seconds = 1e-4;  // shorter samples are noise
  std::vector<spliced::fit_sample> taken;
  for (const timed_pairwise& each : samples) taken.push_back({each.work.values, each.seconds});
  by_pairwise_unit seconds;
  if (!taken.empty()) std::ranges::copy(spliced::fit_relative(taken, least_seconds), seconds.values.begin());
  return seconds;
}

double expected_seconds(const pairwise_engine& engine, const by_pairwise_unit& seconds, const pairwise_run& run,
                        std::size_t n_gpus) {
  const double opening = seconds[pairwise_unit::residue] * run.work[pairwise_unit::residue];
  const double divided = spliced::sum_of_products(seconds.values, run.work.values) - opening;
  const double longest = spliced::sum_of_products(seconds.values, run.longest.values);
  const double n = engine.is_of_gpu ? static_cast<double>(n_gpus) : run.n_threads;
  return (engine.is_of_gpu ? spliced::gpu_start_seconds : 0) + opening + std::max(divided / n, longest);
}

}  // namespace exonweave

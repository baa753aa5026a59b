#include "pairwise/engine/pairwise_engine.hpp"

#include <algorithm>

namespace exonweave {

by_pairwise_unit work_of_query(double query_length, double database_length) {
  by_pairwise_unit work;
  work[pairwise_unit::pair] = 1;
  work[pairwise_unit::residue] = database_length;
  work[pairwise_unit::cell] = query_length * database_length;
  return work;
}

by_pairwise_unit work_of_pair(const pair_traits& pair) {
  // Lanes of 16 bits begin below all scores that count, and two thirds of what they hold may be exact
  // (lane_values::narrow).
  constexpr double max_in_narrow_lanes = 2.0 / 3 * 65'536;
  constexpr double wide_path = 5;  // times what wide lanes take for the score alone
  by_pairwise_unit work;
  const double cells = pair.query_length * pair.target_length;
  const bool is_wide = std::min(pair.query_length, pair.target_length) * pair.highest_score > max_in_narrow_lanes;
  work[pairwise_unit::pair] = 1;
  work[pairwise_unit::residue] = pair.query_length + pair.target_length;
  work[pairwise_unit::cell] = cells;
  if (is_wide) work[pairwise_unit::wide_cell] = cells * (pair.wants_path ? wide_path : 1);
  if (!pair.wants_path) return work;
  work[pairwise_unit::path_residue] = work[pairwise_unit::residue];
  work[pairwise_unit::path_cell] = cells;
  return work;
}

double expected_seconds(const pairwise_engine& engine, const spliced::cost_model& prices, const pairwise_run& run,
                        std::size_t n_gpus) {
  using enum spliced::cost_unit;
  const double cells =
      std::max(engine.rates.times(run.work) / (engine.is_of_gpu ? static_cast<double>(n_gpus) : run.n_threads),
               engine.rates.times(run.longest));
  return engine.is_of_gpu ? prices.seconds[launch] + prices.seconds[device_cell] * cells : prices.seconds[cell] * cells;
}

double device_bytes(const pairwise_engine& engine, const pairwise_run& run, double longest_target) {
  const auto path_cells = [](const by_pairwise_unit& work) { return work[pairwise_unit::path_cell]; };
  const double cells_of_batches = run.n_threads * static_cast<double>(engine.batch.max_cells);
  const double kept_cells =
      engine.batch.max_pairs > 0 ? std::min(path_cells(run.work), cells_of_batches) : path_cells(run.longest);
  return engine.path_cell_bytes * kept_cells + engine.column_bytes * longest_target;
}

}  // namespace exonweave

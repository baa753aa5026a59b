#include "pairwise/costs/pairwise_costs.hpp"

#include <algorithm>

#include "spliced/costs/cost_model.hpp"

namespace exonweave {

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
  constexpr double max_in_narrow_lanes = 2.0 / 3 * 65'536;
  by_pairwise_unit work;
  const double cells = pair.query_length * pair.target_length;
  const bool is_wide = std::min(pair.query_length, pair.target_length) * pair.highest_score > max_in_narrow_lanes;
  work[pairwise_unit::query] = 1;
  work[pairwise_unit::row] = pair.query_length;
  work[pairwise_unit::cell] = cells;
  if (is_wide) work[pairwise_unit::wide_cell] = cells;
  if (pair.path == path_request::none) return work;
  work[pairwise_unit::path_residue] = pair.query_length + pair.target_length;
  work[pair.path == path_request::linear ? pairwise_unit::path_cell : pairwise_unit::affine_path_cell] = cells;
  if (is_wide) work[pairwise_unit::wide_path_cell] = cells;
  return work;
}

double expected_seconds(const pairwise_engine& engine, const pairwise_prices& prices, const pairwise_run& run,
                        std::size_t n_gpus) {
  const double opening = prices.seconds[pairwise_unit::residue] * run.work[pairwise_unit::residue];
  const double divided = prices.predict(run.work) - opening;
  const double n = engine.is_of_gpu ? static_cast<double>(n_gpus) : run.n_threads;
  return (engine.is_of_gpu ? spliced::gpu_start_seconds : 0) + opening +
         std::max(divided / n, prices.predict(run.longest));
}

double device_bytes(const pairwise_engine& engine, const pairwise_run& run, double longest_target) {
  const auto path_cells = [](const by_pairwise_unit& work) {
    return work[pairwise_unit::path_cell] + work[pairwise_unit::affine_path_cell];
  };
  const double cells_of_batches = run.n_threads * static_cast<double>(engine.batch.max_cells);
  const double kept_cells =
      engine.batch.max_pairs > 0 ? std::min(path_cells(run.work), cells_of_batches) : path_cells(run.longest);
  return engine.path_cell_bytes * kept_cells + engine.column_bytes * longest_target;
}

}  // namespace exonweave

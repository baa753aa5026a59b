#include "runtime_model/calibration/search_costs.hpp"

#include <algorithm>

#include "spliced/costs/cost_model.hpp"

namespace exonweave {

by_search_unit work_of_search(double genome_length, double n_residues, double n_window_bases) {
  return {{genome_length, n_residues, genome_length * n_residues, n_window_bases}};
}

by_search_unit work_of_parses(double n_piece_bases, std::size_t n_parses) {
  by_search_unit work;
  work[search_unit::parsed_base] = n_piece_bases * static_cast<double>(n_parses);
  return work;
}

bound_work work_of_bounds(double n_places, double n_residues, double longest) {
  return {{{n_places, n_places * n_residues}}, longest};
}

double seconds_on_cpu(const bound_costs& costs, const bound_work& work, unsigned n_threads) {
  return costs.predict(work.on_cpu) / n_threads;
}

double seconds_on_gpus(const bound_costs& costs, const bound_work& work, unsigned n_threads, std::size_t n_gpus) {
  // Few proteins do not fill a GPU. Of an H100 (docs/benchmarks/log/exhaustive.md, "The kernel").
  constexpr double seconds_of_row = 4e-7;
  const double of_cells = costs.seconds[bound_unit::device_cell] * work.cells() / static_cast<double>(n_gpus);
  return spliced::gpu_start_seconds + costs.seconds[bound_unit::base] * work.on_cpu[bound_unit::base] / n_threads +
         std::max(of_cells, seconds_of_row * work.longest);
}

}  // namespace exonweave

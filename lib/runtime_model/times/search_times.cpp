#include "runtime_model/times/search_times.hpp"

#include <algorithm>

namespace exonweave {
namespace {

using spliced::cost_unit;

// As was measured on genomes (docs/benchmarks/log/estimate.md, exhaustive.md): nt of a window in nt of the genome; nt
// times residues, where as many seeds match by chance, in cells; nt that are made ready to be swept in nt of the
// genome; cells of exhaustive sweeps in those of others, and a row of one protein on a GPU in its cells.
constexpr double window_base = 0.313, chance_seed = 8.84e-4, bound_base = 3.91, bound_cell = 1.747, device_row = 3.15e5;

double seconds_to_begin(const spliced::cost_model& prices, const bound_work& work, unsigned n_threads) {
  return prices.seconds[cost_unit::base] * bound_base * work.n_places / n_threads;
}

}  // namespace

spliced::by_cost_unit work_of_search(double genome_length, double n_residues, double n_window_bases) {
  spliced::by_cost_unit work;
  work[cost_unit::base] = genome_length + window_base * n_window_bases;
  work[cost_unit::residue] = n_residues;
  work[cost_unit::cell] = chance_seed * genome_length * n_residues;
  return work;
}

spliced::by_cost_unit work_of_parses(double n_piece_bases, std::size_t n_parses) {
  spliced::by_cost_unit work;
  work[cost_unit::parsed_base] = n_piece_bases * static_cast<double>(n_parses);
  return work;
}

double seconds_on_cpu(const spliced::cost_model& prices, const bound_work& work, unsigned n_threads) {
  return seconds_to_begin(prices, work, n_threads) +
         prices.seconds[cost_unit::sweep_cell] * bound_cell * work.cells() / n_threads;
}

double seconds_on_gpus(const spliced::cost_model& prices, const bound_work& work, unsigned n_threads,
                       std::size_t n_gpus) {
  // Few proteins do not fill a GPU.
  const double cells = std::max(work.cells() / static_cast<double>(n_gpus), device_row * work.longest);
  return prices.seconds[cost_unit::launch] + seconds_to_begin(prices, work, n_threads) +
         prices.seconds[cost_unit::device_cell] * cells;
}

}  // namespace exonweave

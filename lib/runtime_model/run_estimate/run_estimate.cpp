#include "runtime_model/run_estimate/run_estimate.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <utility>
#include <vector>

#include "runtime_model/times/expected_times.hpp"

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

std::size_t max_searched(const target_set& targets, double nt, const spliced::cost_model& prices) {
  constexpr double max_seconds = 60;  // without the search of windows
  constexpr std::size_t fewest = 200;
  const double genome_seconds = prices.predict(work_of_search(nt, 0, 0));
  const auto n_residues = static_cast<double>(count_residues(targets));
  const double target_seconds = prices.predict(work_of_search(nt, n_residues, 0)) - genome_seconds;
  const double fraction = std::max(0.0, max_seconds - genome_seconds) / std::max(target_seconds, 1e-9);
  const auto n = static_cast<double>(targets.targets.size());
  return std::max(fewest, static_cast<std::size_t>(std::min(1.0, fraction) * n));
}

double keep_some(target_set& targets, std::size_t most) {
  const std::size_t n = targets.targets.size();
  if (n <= most) return 1;
  std::vector<target> kept;
  for (std::size_t k = 0; k < most; ++k) kept.push_back(std::move(targets.targets[k * n / most]));
  targets.targets = std::move(kept);
  return static_cast<double>(n) / static_cast<double>(most);
}

double sampling_error(std::span<const double> known, double scale) {
  if (scale <= 1 || known.size() < 2) return 0;
  const auto n = static_cast<double>(known.size());
  const double mean = std::accumulate(known.begin(), known.end(), 0.0) / n;
  double squares = 0;
  for (const double value : known) squares += (value - mean) * (value - mean);
  return mean > 0 ? std::min(0.9, 1.64 * std::sqrt(squares / (n - 1) / n) / mean) : 0;
}

namespace {

double sum(const std::vector<double>& values) { return std::accumulate(values.begin(), values.end(), 0.0); }

}  // namespace

double run_terms::seconds_next_to() const {
  return sweep_seconds + seconds_of_pieces(gene_model_seconds, n_pieces, n_threads);
}

engine_estimate estimate_engine(const priced_engine& engine, const run_work& work, const run_terms& run) {
  engine_estimate made{std::string(engine.requested.name)};
  made.of_results = expected_seconds(work.results, engine.model);
  made.learning_seconds = sum(expected_seconds(work.training, engine.model));
  const double alignments =
      run.search_seconds + made.learning_seconds + run.scale * sum(made.of_results) + run.completeness_seconds;
  made.thread_seconds = alignments + run.gene_model_seconds;
  const double sampled = sampling_error(made.of_results, run.scale);
  made.low = made.thread_seconds * engine.model.low * (1 - sampled);
  made.high = made.thread_seconds * engine.model.high * (1 + sampled);
  const double longest = made.of_results.empty() ? 0 : std::ranges::max(made.of_results);
  made.seconds = std::max(seconds_on_threads(engine.working, engine.model, alignments, run.n_threads), longest) +
                 run.seconds_next_to();
  made.is_measured = engine.is_measured;
  return made;
}

std::vector<std::size_t> longest_first(const engine_estimate& engine) {
  std::vector<std::size_t> order(engine.of_results.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, std::greater(), [&](std::size_t result) { return engine.of_results[result]; });
  return order;
}

within_budget done_in(const engine_estimate& engine, const run_terms& run, double seconds) {
  double left = (seconds - run.seconds_next_to()) * run.n_threads - run.search_seconds - engine.learning_seconds -
                run.completeness_seconds;
  std::vector<double> shortest = engine.of_results;
  std::ranges::sort(shortest);
  std::size_t n = 0;
  while (n < shortest.size() && run.scale * shortest[n] <= left) left -= run.scale * shortest[n++];
  return {run.scale * static_cast<double>(n),
          shortest.empty() ? 1 : static_cast<double>(n) / static_cast<double>(shortest.size())};
}

// A model is a gene, an mRNA, and two rows for each exon.
double expected_output(std::span<const locus_target> results, const target_set& targets, double scale) {
  constexpr double of_model = 500, of_exon = 350, residues_of_exon = 50, share_with_model = 0.8;
  const double letters = targets.kind == molecule::protein ? 1 : 3;
  double bytes = 0;
  for (const locus_target& result : results) {
    const target& sequence = targets.targets[result.cases.front().target];
    const double n = static_cast<double>(sequence.residues.size()) / letters;
    bytes += of_model + of_exon * (1 + n / residues_of_exon);
  }
  return share_with_model * scale * bytes;
}

}  // namespace exonweave

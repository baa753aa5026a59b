#include "runtime_model/run_estimate/engine_estimate.hpp"

#include <algorithm>
#include <functional>
#include <numeric>

#include "runtime_model/run_estimate/target_sample.hpp"
#include "runtime_model/times/engine_times.hpp"

namespace exonweave {
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

}  // namespace exonweave

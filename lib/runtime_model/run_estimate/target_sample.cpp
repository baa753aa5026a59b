#include "runtime_model/run_estimate/target_sample.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>
#include <vector>

#include "runtime_model/times/search_times.hpp"

namespace exonweave {

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

}  // namespace exonweave

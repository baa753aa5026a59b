#include "base/statistics/quantiles.hpp"

#include <algorithm>
#include <cassert>
#include <numeric>
#include <utility>

namespace exonweave {
namespace {

constexpr std::int64_t positions = 1'000'000;
constexpr std::int64_t positions_per_mille = 1000;

// Scales values[1 .. n-2] by one factor towards `total`, within the limits that values.front() and back()
// are.
void scale_inner(std::vector<std::int64_t>& values, std::int64_t total) {
  const std::int64_t fixed = values.front() + values.back();
  const std::int64_t inner = std::accumulate(values.begin(), values.end(), std::int64_t{0}) - fixed;
  if (inner <= 0) return;
  for (std::size_t k = 1; k + 1 < values.size(); ++k)
    values[k] = std::clamp((values[k] * (total - fixed) + inner / 2) / inner, values.front(), values.back());
}

}  // namespace

std::int64_t value_at(const quantile_table& table, std::int64_t position) {
  std::size_t k = 1;
  while (k + 1 < table.size() && table[k].per_mille * positions_per_mille < position) ++k;
  const auto& low = table[k - 1];
  const auto& high = table[k];
  const std::int64_t width = (high.per_mille - low.per_mille) * positions_per_mille;
  return low.value + (high.value - low.value) * (position - low.per_mille * positions_per_mille) / width;
}

std::int64_t draw(const quantile_table& table, random_source& random) {
  return value_at(table, random.between(0, positions - 1));
}

std::vector<std::int64_t> stratified_sample(const quantile_table& table, std::size_t n, std::int64_t total,
                                            random_source& random) {
  assert(n >= 2);
  const auto parts = static_cast<std::int64_t>(n);
  std::vector<std::int64_t> values;
  for (std::int64_t part = 0; part < parts; ++part)
    values.push_back(value_at(table, random.between(part * positions / parts, (part + 1) * positions / parts - 1)));
  values.front() = table.front().value;
  values.back() = table.back().value;
  constexpr int rounds = 8;  // values at a limit leave a remainder to the others
  for (int round = 0; round < rounds; ++round) scale_inner(values, total);
  return values;
}

std::vector<std::int64_t> couple_ranks(const std::vector<std::int64_t>& values, std::int64_t spread_per_mille,
                                       random_source& random) {
  std::vector<std::pair<std::int64_t, std::size_t>> moved;
  for (std::size_t rank = 0; rank < values.size(); ++rank) {
    const auto place = static_cast<std::int64_t>(rank);
    moved.emplace_back(place * (1000 + random.between(-spread_per_mille, spread_per_mille)), rank);
  }
  std::sort(moved.begin(), moved.end());
  std::vector<std::int64_t> coupled;
  for (const auto& [place, rank] : moved) coupled.push_back(values[rank]);
  return coupled;
}

std::optional<double> median_of(std::vector<double> values) {
  if (values.empty()) return std::nullopt;
  std::ranges::sort(values);
  return (values[(values.size() - 1) / 2] + values[values.size() / 2]) / 2;
}

}  // namespace exonweave

#include "base/statistics/random_source.hpp"

#include <algorithm>
#include <bit>
#include <cassert>
#include <numeric>
#include <utility>

namespace exonweave {

namespace {

constexpr std::uint64_t golden_gamma = 0x9e3779b97f4a7c15;

std::uint64_t splitmix64(std::uint64_t& state) {
  std::uint64_t z = (state += golden_gamma);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return z ^ (z >> 31);
}

}  // namespace

random_source::random_source(std::uint64_t seed, std::uint64_t stream) : state_{} {
  std::uint64_t mixed = stream;
  mixed = splitmix64(mixed) ^ seed;
  for (auto& word : state_) word = splitmix64(mixed);
}

std::uint64_t random_source::next() {
  auto& s = state_;
  const std::uint64_t result = std::rotl(s[1] * 5, 7) * 9;
  const std::uint64_t t = s[1] << 17;
  s[2] ^= s[0];
  s[3] ^= s[1];
  s[1] ^= s[2];
  s[0] ^= s[3];
  s[2] ^= t;
  s[3] = std::rotl(s[3], 45);
  return result;
}

std::uint64_t random_source::below(std::uint64_t n) {
  const std::uint64_t surplus = (0 - n) % n;  // 2^64 mod n: as many low values are drawn again
  std::uint64_t drawn = next();
  while (drawn < surplus) drawn = next();
  return drawn % n;
}

std::int64_t random_source::between(std::int64_t low, std::int64_t high) {
  return low + static_cast<std::int64_t>(below(static_cast<std::uint64_t>(high - low) + 1));
}

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

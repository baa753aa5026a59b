// Random numbers that are the same on every platform: xoshiro256** seeded by splitmix64 (Blackman and Vigna
// 2018), with our own mapping to ranges. The distributions of the standard library differ between
// implementations; floating point is avoided for the same reason, so rates are integers in parts per million.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <numeric>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace exonweave {

constexpr std::uint32_t per_million = 1'000'000;

class random_source {
 public:
  /// Sources of one seed and different `stream` numbers are independent of each other.
  explicit random_source(std::uint64_t seed, std::uint64_t stream = 0);

  std::uint64_t next();  // all 64 bits

  /// Uniform in [0, n), n > 0, without bias.
  std::uint64_t below(std::uint64_t n);

  /// Uniform in [low, high], low <= high.
  std::int64_t between(std::int64_t low, std::int64_t high);

  /// True with probability ppm / 1,000,000.
  bool chance(std::uint32_t ppm) { return below(per_million) < ppm; }

  /// The index of one of some weights, whole numbers of which one is above 0: as often as its part in their sum.
  template <typename Weights>
  std::size_t weighted(const Weights& weights) {
    std::uint64_t drawn = below(std::accumulate(std::begin(weights), std::end(weights), std::uint64_t{0}));
    std::size_t index = 0;
    while (drawn >= weights[index]) drawn -= weights[index++];
    return index;
  }

  /// Fisher-Yates.
  template <typename Value>
  void shuffle(std::vector<Value>& values) {
    for (std::size_t n = values.size(); n > 1; --n) std::swap(values[n - 1], values[below(n)]);
  }

 private:
  std::array<std::uint64_t, 4> state_;
};

// A number drawn by a name: the same on every machine, whatever else there is and in whatever order.

/// FNV-1a, 64 bits, after it the finaliser of SplitMix64: names that differ in their last letter alone are far apart.
class name_hash {
 public:
  name_hash& add(std::string_view text) {
    for (const char c : text) add_byte(static_cast<unsigned char>(c));
    add_byte(0);
    return *this;
  }
  name_hash& add(std::int64_t number) { return add(std::string_view(std::to_string(number))); }

  [[nodiscard]] std::uint64_t value() const {
    std::uint64_t mixed = value_;
    mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9;
    mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111eb;
    return mixed ^ (mixed >> 31);
  }

 private:
  void add_byte(unsigned char byte) { value_ = (value_ ^ byte) * 0x100000001b3; }
  std::uint64_t value_ = 0xcbf29ce484222325;
};

// Samples that have the minimum, maximum and mean they are requested: every n-th part of a distribution gives
// one value, so that even few draws from a long-tailed distribution show its statistics.

/// A distribution by its quantiles, linear in between.
struct quantile {
  std::int64_t per_mille;  // 0 for the first, 1000 for the last, ascending
  std::int64_t value;      // ascending
};
using quantile_table = std::vector<quantile>;

/// The value at `position` / 1,000,000 of the distribution.
std::int64_t value_at(const quantile_table& table, std::int64_t position);

/// One value at a random position.
std::int64_t draw(const quantile_table& table, random_source& random);

/// `n` >= 2 values in ascending order, one from each n-th part of the distribution: the first is the minimum,
/// the last the maximum, and those between are scaled together so that all sum up to `total` as nearly as
/// whole numbers allow.
std::vector<std::int64_t> stratified_sample(const quantile_table& table, std::size_t n, std::int64_t total,
                                            random_source& random);

/// `values` in ascending order, put into an order in which rank i lies near place i: each place is moved by
/// up to `spread_per_mille` of itself before the places are sorted. 0 keeps the order.
std::vector<std::int64_t> couple_ranks(const std::vector<std::int64_t>& values, std::int64_t spread_per_mille,
                                       random_source& random);

// The middle of some numbers.

/// The number in the middle, or the mean of the two that are, in whatever order they come. Nothing: there is none.
std::optional<double> median_of(std::vector<double> values);

}  // namespace exonweave

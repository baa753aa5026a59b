// Work of whatever kind, and what it takes: counts of its units, measured seconds, and the seconds of one unit of each.
//
// A kind of work is an enum whose values are 0, 1, ..., and a function that its namespace has next to it:
//
//   enum class unit : std::uint8_t { row, cell };
//   constexpr auto unit_names(unit) { return std::to_array<std::string_view>({"row", "cell"}); }
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "spliced/costs/nonnegative_fit.hpp"

namespace exonweave::spliced {

/// Counts (expected ones need not be whole), or seconds of one.
template <class Unit>
struct by_unit {
  static constexpr auto names = unit_names(Unit{});  // [Unit]

  std::array<double, names.size()> values{};  // [Unit]

  [[nodiscard]] double& operator[](Unit unit) { return values[static_cast<std::size_t>(unit)]; }
  [[nodiscard]] double operator[](Unit unit) const { return values[static_cast<std::size_t>(unit)]; }
  by_unit& operator+=(const by_unit& other) { return add(other, 1); }
  /// `other`, so many times.
  by_unit& add(const by_unit& other, double times) {
    for (std::size_t u = 0; u < values.size(); ++u) values[u] += times * other.values[u];
    return *this;
  }
  bool operator==(const by_unit&) const = default;
};

/// A measurement.
template <class Unit>
struct timed_work {
  by_unit<Unit> work{};
  double seconds = 0;
};

/// What is known of who does such work on a machine.
template <class Unit>
struct work_prices {
  std::size_t n_runs = 0;   // that were timed
  by_unit<Unit> seconds{};  // of one of each unit

  /// Expected seconds on one thread.
  [[nodiscard]] double predict(const by_unit<Unit>& work) const { return sum_of_products(seconds.values, work.values); }
};

/// Prices that are not negative, for which sums are off by small parts of themselves. Units that occur in no sample
/// cost 0. Samples shorter than `min_seconds` weigh no more than such.
template <class Unit>
work_prices<Unit> fit_prices(std::span<const timed_work<Unit>> samples, double min_seconds) {
  std::vector<fit_sample> sums;
  for (const timed_work<Unit>& each : samples) sums.push_back({each.work.values, each.seconds});
  work_prices<Unit> made{samples.size()};
  std::ranges::copy(fit_relative(sums, min_seconds), made.seconds.values.begin());
  return made;
}

}  // namespace exonweave::spliced

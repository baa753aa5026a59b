// How long work takes before it is done: counts of units of work, and the seconds that one of each takes a machine.
//
// The paper counts cells (Nolasco and Moreano 2014, Eq. 3 to 5). They are two units among others here, since a short
// target costs what its graph and its rows cost. There are as few units as tell one machine from another. Whatever else
// takes time has a fixed ratio to one of them, which stands where it is counted (expected_costs.cpp).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace exonweave::spliced {

// Counts of units of work, whatever the units are, or what one of each costs.
//
// Units are an enum whose values are 0, 1, ..., and a function that its namespace has next to it:
//
//   enum class unit : std::uint8_t { row, cell };
//   constexpr auto unit_names(unit) { return std::to_array<std::string_view>({"row", "cell"}); }

/// Expected counts need not be whole.
template <class Unit>
struct by_unit {
  static constexpr auto names = unit_names(Unit{});  // [Unit]

  std::array<double, names.size()> values{};  // [Unit]

  [[nodiscard]] constexpr double& operator[](Unit unit) { return values[static_cast<std::size_t>(unit)]; }
  [[nodiscard]] constexpr double operator[](Unit unit) const { return values[static_cast<std::size_t>(unit)]; }
  by_unit& operator+=(const by_unit& other) { return add(other, 1); }
  /// `other`, so many times.
  by_unit& add(const by_unit& other, double times) {
    for (std::size_t u = 0; u < values.size(); ++u) values[u] += times * other.values[u];
    return *this;
  }
  /// The sum of all counts times what one of each costs.
  [[nodiscard]] double times(const by_unit& other) const {
    double sum = 0;
    for (std::size_t u = 0; u < values.size(); ++u) sum += values[u] * other.values[u];
    return sum;
  }
  bool operator==(const by_unit&) const = default;
};

enum class cost_unit : std::uint8_t {
  result,       // what a target takes that is swept over a region, whatever their lengths
  base,         // nt of a genome that a search for loci reads
  residue,      // of the proteins that it indexes
  sweep_cell,   // a row of a sweep, for a residue of the target
  cell,         // the same of a graph; of scan and align a residue of both sequences
  parsed_base,  // nt of the pieces of a genome that a gene model parses
  device_cell,  // a cell that a GPU computes where the engine has one, else as a `cell`
  launch        // the start of a GPU
};

constexpr auto unit_names(cost_unit) {
  return std::to_array<std::string_view>(
      {"result", "base", "residue", "sweep_cell", "cell", "parsed_base", "device_cell", "launch"});
}

using by_cost_unit = by_unit<cost_unit>;

/// A measurement.
struct timed_costs {
  by_cost_unit work{};
  double seconds = 0;
};

/// What is known of a machine.
struct cost_model {
  by_cost_unit seconds{};    // of one of each unit, on one thread
  double low = 1, high = 1;  // 90% of what was measured lay between these, times what was predicted
  double median_error = 0;   // half of the predictions were off by at most this part of themselves

  /// Expected seconds on one thread.
  [[nodiscard]] double predict(const by_cost_unit& work) const { return seconds.times(work); }
};

/// Prices that are not negative, for which sums are off by small parts of themselves. Units that occur in no sample
/// keep the price that `known` has. Range and error are those of the samples of 1 ms or more (1 and 0 for fewer than
/// two of them).
cost_model fit_costs(std::span<const timed_costs> samples, const cost_model& known);

}  // namespace exonweave::spliced

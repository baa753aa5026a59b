// Counts of units of work, whatever the units are, or what one of each costs.
//
// Units are an enum whose values are 0, 1, ..., and a function that its namespace has next to it:
//
//   enum class unit : std::uint8_t { row, cell };
//   constexpr auto unit_names(unit) { return std::to_array<std::string_view>({"row", "cell"}); }
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

namespace exonweave::spliced {

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

}  // namespace exonweave::spliced

// A number for each unit of work.
#pragma once

#include <array>
#include <cstddef>

namespace exonweave::spliced {

/// Counts (expected ones need not be whole), or seconds of one. `Unit` is an enum whose values are 0 to n_units - 1.
template <class Unit, std::size_t n_units>
struct by_unit {
  std::array<double, n_units> values{};  // [Unit]

  [[nodiscard]] double& operator[](Unit unit) { return values[static_cast<std::size_t>(unit)]; }
  [[nodiscard]] double operator[](Unit unit) const { return values[static_cast<std::size_t>(unit)]; }
  by_unit& operator+=(const by_unit& other) {
    for (std::size_t u = 0; u < n_units; ++u) values[u] += other.values[u];
    return *this;
  }
  bool operator==(const by_unit&) const = default;
};

}  // namespace exonweave::spliced

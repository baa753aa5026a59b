// A run in parts, for many machines: which results each works out.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "exons/run/planner.hpp"

namespace exonweave {

struct run_division {
  std::size_t n_parts = 0;
  std::vector<std::uint32_t> part_of{};  // [places] from 0

  /// Of all places which are in a part.
  [[nodiscard]] std::vector<bool> places_of(std::size_t part) const;
};

/// Parts that are expected to take equally long: the longest locus goes first, each to the part that has least so far
/// (Graham 1969: the longest part is at most 4/3 of the shortest possible). The targets of a locus share its problems
/// and stay together, unless they would fill more than a tenth of a part. `targets` are all of a run in their order,
/// `seconds` are [targets] and not negative; there is at least one part.
run_division divide_run(std::span<const locus_target> targets, std::span<const double> seconds, std::size_t n_parts);

/// [parts] the sums of the seconds.
std::vector<double> seconds_of_parts(const run_division& division, std::span<const double> seconds);

}  // namespace exonweave

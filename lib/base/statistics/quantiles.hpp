// Samples that have the minimum, maximum and mean they are requested: every n-th part of a distribution gives
// one value, so that even few draws from a long-tailed distribution show its statistics.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/statistics/random_source.hpp"

namespace exonweave {

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

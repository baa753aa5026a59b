// How the halves of bound_kernel.cuh are laid out for a target.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <span>

#include "gpu/sweep/device_bounds.hpp"

namespace exonweave::gpu {

struct bound_range {
  std::uint16_t base = 0, floor = 0;
};

/// 4 to 8 columns of a lane: those with which a target takes least time where there is enough to do, and else the
/// fewest.
constexpr int min_columns = 4, max_columns = 8;
int columns_of_lane(std::size_t target_length);
std::size_t n_tiles(std::size_t target_length, int columns_of_lane);

/// As in bound_stream.
struct strand_weights {
  spliced::score heaviest = 0, largest_weight = 0;
  constexpr auto operator<=>(const strand_weights&) const = default;
};

/// Nothing where 65,536 values do not hold what chains are worth.
std::optional<bound_range> range_for(std::span<const spliced::residue_code> target,
                                     const spliced::bound_scoring& scoring, const strand_weights& of_strand,
                                     std::uint32_t window_triples);

}  // namespace exonweave::gpu

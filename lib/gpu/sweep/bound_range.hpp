// How the halves of bound_kernel.cuh are laid out for a target.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "gpu/sweep/device_bounds.hpp"

namespace exonweave::gpu {

struct bound_range {
  std::uint16_t base = 0, floor = 0;
};

/// 4 to 8 columns of a lane: those with which a target takes least time.
int columns_of_lane(std::size_t target_length);

/// Nothing where 65,536 values do not hold it: `heaviest` is what the strand's weights add to a chain at most.
std::optional<bound_range> range_for(std::span<const spliced::residue_code> target,
                                     const spliced::bound_scoring& scoring, spliced::score heaviest,
                                     std::uint32_t window_triples);

}  // namespace exonweave::gpu

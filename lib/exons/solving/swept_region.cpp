#include "exons/solving/swept_region.hpp"

#include <utility>

#include "exons/sweep/target_sweep.hpp"
#include "spliced/sweep/sweep_machine.hpp"

namespace exonweave {

swept_region::swept_region(const region_material& material, const chain_scoring& scoring, std::int64_t window_length,
                           std::uint64_t max_bytes, std::vector<std::int64_t> part_ends)
    : track_(make_track(material.region, *material.blocks, scoring.reading())),
      program_(track_, scoring, window_length, max_bytes, std::move(part_ends)) {}

std::uint64_t swept_region::bytes() const { return track_.bytes() + program_.bytes(); }

bool can_sweep(const region_material& material, const chain_scoring& scoring, const solver_settings& settings) {
  return settings.may_sweep && settings.engine->facts().may_sweep && scoring.code && material.blocks &&
         !material.blocks->limits && material.exons.empty() && settings.n_chains == 1;
}

// Above 0: what is less is not exact in 16 bits, and margins may well be less. Then all is swept again.
bool needs_wide_lanes(const swept_region& on, const spliced::problem& target) {
  const auto lanes = spliced::lane_values::narrow(target, spliced::path_weights_of(on.program().outline()));
  return !lanes || lanes->exact_above > 0;
}

std::uint64_t min_rows_of_sweep(const swept_region& on, std::size_t target_length) {
  return target_sweep::min_bytes(on.program(), target_length, true);
}

}  // namespace exonweave

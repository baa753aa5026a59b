#include "exons/solving/swept_region.hpp"

#include "exons/sweep/program_rows.hpp"
#include "exons/sweep/target_sweep.hpp"
#include "spliced/engine/simd/lane_values.hpp"

namespace exonweave {

std::uint64_t swept_region::bytes() const {
  const auto of = []<class Values>(const Values& values) {
    return std::uint64_t{values.size()} * sizeof(typename Values::value_type);
  };
  constexpr std::uint64_t usual_of_track = 14;  // bytes of a nt
  return usual_of_track * static_cast<std::uint64_t>(track.length()) + of(program.ops) + of(program.steps) +
         of(program.runs) + of(program.live_slots) + of(program.windows);
}

bool can_sweep(const region_material& of, const chain_scoring& scoring, const solver_options& options) {
  return options.may_sweep && options.engine->sweeps() && scoring.code && of.blocks && !of.blocks->limits &&
         of.exons.empty() && scoring.introns.max_intron == intron_rules::no_limit && options.n_chains == 1;
}

swept_region make_swept_region(const region_material& of, const chain_scoring& scoring,
                               std::int64_t window_length) {
  swept_region made{make_track(of.region, *of.blocks, *scoring.code), {}};
  made.program = make_sweep_program(made.track, scoring, window_length);
  return made;
}

// Above 0: what is less is not exact in 16 bits, and margins may well be less. Then all is swept again.
bool needs_wide_lanes(const swept_region& on, const spliced::problem& target) {
  const spliced::sweep_program& program = on.program;
  const auto lanes =
      spliced::lane_values::narrow(target, {program.heaviest, program.largest_weight, 0, program.drift});
  return !lanes || lanes->exact_above > 0;
}

std::uint64_t least_rows_of_sweep(const swept_region& on, std::size_t target_length) {
  return target_sweep::least_bytes(on.program, target_length, true);
}

}  // namespace exonweave

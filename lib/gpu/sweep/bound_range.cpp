#include "gpu/sweep/bound_range.hpp"

#include <algorithm>
#include <limits>

namespace exonweave::gpu {
namespace {

constexpr int least_columns = 4, most_columns = 8;
constexpr std::size_t halves_of_warp = 64;

std::size_t n_tiles(std::size_t target_length, int columns) {
  return target_length / (halves_of_warp * static_cast<std::size_t>(columns)) + 1;
}

}  // namespace

int columns_of_lane(std::size_t target_length) {
  // What a row takes beside its columns is as much as some four of them take.
  const auto time = [&](int columns) {
    return n_tiles(target_length, columns) * static_cast<std::size_t>(columns + 4);
  };
  int best = most_columns;
  for (int columns = most_columns - 1; columns >= least_columns; --columns)
    if (time(columns) < time(best)) best = columns;
  return best;
}

std::optional<bound_range> range_for(std::span<const spliced::residue_code> target,
                                     const spliced::bound_scoring& scoring, spliced::score heaviest,
                                     std::uint32_t window_triples) {
  // Of single weights, which bound_stream has less than an eighth of 32,768, and gaps.
  constexpr std::int64_t margin = 4'096 + 1'024;
  std::int64_t of_pairs = 0;
  const auto n_codes = scoring.substitution->n_codes();
  for (const auto residue : target) {
    spliced::score best = 0;
    for (spliced::residue_code code = 0; code < n_codes; ++code)
      best = std::max(best, (*scoring.substitution)(code, residue));
    of_pairs += best;
  }
  const auto columns = static_cast<std::size_t>(columns_of_lane(target.size()));
  const auto n_columns =
      static_cast<std::int64_t>(n_tiles(target.size(), static_cast<int>(columns)) * halves_of_warp * columns);
  const std::int64_t drift =
      scoring.gaps.extend * (n_columns + static_cast<std::int64_t>(window_triples) + 1);
  const std::int64_t floor = drift + margin, gain = of_pairs + heaviest;
  // A chain out of values at the floor is worth nothing; the best chain has room.
  const std::int64_t base = floor + drift + gain;
  if (base + gain + drift + margin > std::numeric_limits<std::uint16_t>::max()) return std::nullopt;
  return bound_range{static_cast<std::uint16_t>(base), static_cast<std::uint16_t>(floor)};
}

bool can_bound(const spliced::bound_scoring& scoring) {
  constexpr spliced::score most = 512;  // of gaps and ends, in range_for's margin
  return scoring.gaps.open >= 0 && scoring.residue_ends.extend >= 0 && scoring.residue_ends.open >= 0 &&
         scoring.residue_ends.extend <= scoring.gaps.extend && scoring.gaps.open <= most &&
         scoring.gaps.extend <= 16 && scoring.residue_ends.open <= most;
}

}  // namespace exonweave::gpu

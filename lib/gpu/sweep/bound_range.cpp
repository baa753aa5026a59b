#include "gpu/sweep/bound_range.hpp"

#include <algorithm>
#include <limits>

namespace exonweave::gpu {
namespace {

constexpr std::size_t halves_of_warp = 64;

}  // namespace

std::size_t n_tiles(std::size_t target_length, int columns_of_lane) {
  return target_length / (halves_of_warp * static_cast<std::size_t>(columns_of_lane)) + 1;
}

int columns_of_lane(std::size_t target_length) {
  // What a row takes next to its columns is as much as some four of them take.
  const auto time = [&](int columns) {
    return n_tiles(target_length, columns) * static_cast<std::size_t>(columns + 4);
  };
  int best = max_columns;
  for (int columns = max_columns - 1; columns >= min_columns; --columns)
    if (time(columns) < time(best)) best = columns;
  return best;
}

std::optional<bound_range> range_for(std::span<const spliced::residue_code> target,
                                     const spliced::bound_scoring& scoring, const strand_weights& of_strand,
                                     std::uint32_t window_triples) {
  // Gaps and ends (can_bound), columns that no residue stands for, and what a codon earns.
  constexpr std::int64_t margin = 2'048;
  // Chains that have no pair as yet score so little only where there is no start codon for more than a hundred kb.
  constexpr std::int64_t max_below_0 = 4'096;
  std::int64_t of_pairs = 0;
  const auto n_codes = scoring.substitution->n_codes();
  for (const auto residue : target) {
    spliced::score best = 0;
    for (spliced::residue_code code = 0; code < n_codes; ++code)
      best = std::max(best, (*scoring.substitution)(code, residue));
    of_pairs += best;
  }
  // With any number of columns.
  const auto n_columns = static_cast<std::int64_t>(target.size() + halves_of_warp * max_columns);
  const std::int64_t offset = scoring.gaps.extend * (n_columns + static_cast<std::int64_t>(window_triples) + 1);
  const std::int64_t floor = offset + margin + of_strand.largest_weight, base = floor + max_below_0;
  const std::int64_t most = base + of_pairs + of_strand.heaviest + offset + margin + of_strand.largest_weight;
  if (most > std::numeric_limits<std::uint16_t>::max()) return std::nullopt;
  return bound_range{static_cast<std::uint16_t>(base), static_cast<std::uint16_t>(floor)};
}

bool can_bound(const spliced::bound_scoring& scoring) {
  constexpr spliced::score most = 512;  // of gaps and ends, in range_for's margin
  return scoring.gaps.open >= 0 && scoring.residue_ends.extend >= 0 && scoring.residue_ends.open >= 0 &&
         scoring.residue_ends.extend <= scoring.gaps.extend && scoring.gaps.open <= most && scoring.gaps.extend <= 16 &&
         scoring.residue_ends.open <= most;
}

}  // namespace exonweave::gpu

#include "gpu/scan/pair_shape.hpp"

#include <algorithm>
#include <limits>

#include "spliced/scan/sequence_blocks.hpp"

namespace exonweave::gpu {
namespace {

constexpr std::uint64_t pairs_per_block = spliced::block_width / 2;

// Estimated from figures of an H200.
constexpr double lane_rows_per_cycle = 10.4;      // of a multiprocessor that is full
constexpr double rows_per_step = 4;               // what a step costs beside its rows
constexpr double rows_per_border = 2;             // and where a border is read and written
constexpr std::uint32_t least_rows_of_pass = 16;  // fewer cost more for borders than they gain
constexpr double cycles_per_row = 20;             // of a warp on its own

std::uint32_t range_of(std::uint32_t longest) {
  std::uint32_t range = 0;
  for (const std::uint32_t from : {96u, 512u, 2048u}) range += longest > from;
  return range;
}

}  // namespace

std::vector<length_range> split_by_length(std::span<const std::uint32_t> longest,
                                          std::span<const std::uint64_t> block_at) {
  std::vector<length_range> ranges;
  for (std::uint32_t b = 0; b < longest.size(); ++b) {
    if (ranges.empty() || range_of(ranges.back().longest) != range_of(longest[b]))
      ranges.push_back({b, 0, longest[b], 0});
    ++ranges.back().n_blocks;
    ranges.back().n_columns += (block_at[b + 1] - block_at[b]) * spliced::residues_per_word / 2;
  }
  return ranges;
}

shape_chooser::shape_chooser(std::vector<std::uint32_t> rows, unsigned n_multiprocessors,
                             std::uint64_t n_cells)
    : rows_(std::move(rows)),
      rows_per_cycle_(lane_rows_per_cycle * n_multiprocessors),
      whole_cycles_(static_cast<double>(n_cells) / 2 / rows_per_cycle_) {}

double shape_chooser::cycles(const pair_shape& shape, const length_range& range) const {
  const double step =
      shape.n_passes * (shape.rows + rows_per_step + (shape.n_passes > 1 ? rows_per_border : 0));
  const double n_steps =
      static_cast<double>(range.n_columns) +
      static_cast<double>(range.n_blocks * pairs_per_block) * static_cast<double>(shape.group - 1);
  const double work = n_steps * shape.group * step / rows_per_cycle_;
  // The longest sequence's lanes begin first; what they take beyond all the rest the device waits for.
  const double longest = (range.longest + shape.group) * step * cycles_per_row;
  return work + std::max(0.0, longest - 0.7 * whole_cycles_);
}

pair_shape shape_chooser::choose(std::uint32_t query_length, const length_range& range) const {
  pair_shape best;
  double least = std::numeric_limits<double>::infinity();
  for (std::uint32_t group = 1; group <= 32; group *= 2)
    for (const std::uint32_t rows : rows_) {
      const std::uint32_t pass = group * rows;
      const pair_shape shape{group, rows, std::max(1u, (query_length + pass - 1) / pass)};
      if (shape.n_passes > 1 && rows < least_rows_of_pass) continue;
      if (const double taken = cycles(shape, range); taken < least) least = taken, best = shape;
    }
  return best;
}

}  // namespace exonweave::gpu

#include "pairwise/gpu/scan/pair_shape.hpp"

#include <algorithm>

#include "pairwise/scan/scan_engine.hpp"

namespace exonweave::gpu {
namespace {

// Measured on an H200 (docs/benchmarks/log/scan.md).
constexpr double lane_rows_per_cycle = 10.7;   // of a multiprocessor that is full
constexpr double rows_per_step = 2.2;          // what a step costs next to its rows
constexpr double rows_per_border = 2;          // and where a border is read and written
constexpr double of_few_warps = 1.1;           // what it costs more where a multiprocessor has room for 8 warps only
constexpr double cycles_per_row = 16;          // of a warp on its own
constexpr double cycles_per_step = 40;         // next to them
constexpr double cycles_per_border = 80;       // and where a border is read and written
constexpr std::uint32_t steps_to_follow = 96;  // until the next pass begins, next to the group's
constexpr std::uint32_t min_group_of_passes = 4;
constexpr double max_alone = 0.25;         // of the multiprocessors
constexpr std::uint32_t of_windows = 512;  // columns: so that queries of like lengths share a launch
constexpr std::uint32_t warps_per_block = 8;
constexpr std::uint32_t max_pairs_of_warp = 32;

// Of threads.
std::uint32_t n_blocks(const pair_shape& shape, const length_range& range) {
  const std::uint32_t pairs_of_block = 32 / shape.group * warps_per_block;
  const std::uint32_t n_units = range.n_pairs * n_windows(range.longest, shape.window);
  return (n_units + pairs_of_block - 1) / pairs_of_block * shape.n_passes;
}

std::uint32_t range_of(std::uint32_t longest) {
  std::uint32_t range = 0;
  for (const std::uint32_t limit : {96u, 512u, 1'024u, 2'048u, 4'096u, 8'192u}) range += longest > limit;
  return range;
}

}  // namespace

std::uint32_t n_windows(std::uint32_t longest, std::uint32_t window) {
  if (longest <= window || window == 0) return 1;
  const std::uint32_t half = window / 2;
  return (longest + half - 1) / half - 1;
}

std::vector<length_range> split_by_length(std::span<const std::uint32_t> lengths, std::uint32_t sequences_of_pair) {
  constexpr std::uint32_t exact_from = 2'048;  // residues: there a warp has one pair anyway
  std::vector<length_range> ranges;
  for (std::uint32_t pair = 0; pair < lengths.size() / sequences_of_pair; ++pair) {
    const std::uint32_t length = lengths[std::size_t{pair} * sequences_of_pair];
    const bool may_begin = length > exact_from || pair % max_pairs_of_warp == 0;
    if (ranges.empty() || (may_begin && range_of(ranges.back().longest) != range_of(length)))
      ranges.push_back({pair, 0, length, 0});
    ++ranges.back().n_pairs;
    ranges.back().n_columns += length;
  }
  return ranges;
}

std::uint32_t longest_span(std::uint32_t length, std::int64_t most, std::int32_t least, std::int32_t extend) {
  if (extend <= 0) return no_span;
  const std::int64_t in_gaps = std::max<std::int64_t>(most - std::max(least, 1), 0) / extend;
  return static_cast<std::uint32_t>(std::min<std::int64_t>(length + in_gaps, no_span));
}

shape_chooser::shape_chooser(std::vector<pair_kernel_size> kernels, unsigned n_multiprocessors, std::uint64_t n_cells)
    : kernels_(std::move(kernels)),
      n_multiprocessors_(n_multiprocessors),
      whole_cycles_(static_cast<double>(n_cells) / 2 / (lane_rows_per_cycle * n_multiprocessors)) {}

double shape_chooser::cycles(const pair_kernel_size& kernel, const pair_shape& shape, const length_range& range) const {
  const bool is_cut = shape.window > 0;
  const double rows = (shape.rows + rows_per_step + (kernel.is_for_passes ? rows_per_border : 0)) *
                      (kernel.warps <= warps_per_block ? of_few_warps : 1);
  // Windows overlap by half.
  const double n_steps = static_cast<double>(range.n_columns) * (is_cut ? 2 : 1) +
                         static_cast<double>(range.n_pairs) * static_cast<double>(shape.group - 1);
  const double of_warp = kernel.warps * 32 * rows / lane_rows_per_cycle;  // cycles of a step while all run
  const double to_last_pass = (shape.n_passes - 1) * (shape.group + steps_to_follow);
  const double room = n_multiprocessors_ * kernel.warps / warps_per_block;  // blocks at once
  const double work = n_steps * shape.group * rows * shape.n_passes / lane_rows_per_cycle / n_multiprocessors_ +
                      to_last_pass * of_warp * std::min(n_blocks(shape, range) / room, 1.0);
  // The longest sequence's lanes begin first. While all others run too, they get their share of a multiprocessor; then
  // they are faster.
  const double longest = (is_cut ? shape.window : range.longest) + shape.group + to_last_pass;
  const double alone = cycles_per_row * shape.rows + cycles_per_step + (kernel.is_for_passes ? cycles_per_border : 0);
  if (shape.is_alone) {
    const double taken = longest * alone * n_blocks(shape, range) / n_multiprocessors_;
    return std::max(work, taken) + std::max(0.0, longest * alone - whole_cycles_);
  }
  return work + std::max(0.0, longest - whole_cycles_ / std::max(alone, of_warp)) * alone;
}

pair_shape shape_chooser::choose(std::uint32_t query_length, std::uint32_t span, const length_range& range) const {
  pair_shape best;
  double least = std::numeric_limits<double>::infinity();
  const auto look_at = [&](const pair_kernel_size& kernel, pair_shape shape) {
    for (const bool is_alone : {false, true}) {
      shape.is_alone = is_alone;
      if (is_alone && n_blocks(shape, range) > n_multiprocessors_ * max_alone) continue;
      if (const double taken = cycles(kernel, shape, range); taken < least) least = taken, best = shape;
    }
  };
  const std::uint64_t window = (2 * std::uint64_t{span} + of_windows - 1) / of_windows * of_windows;
  for (std::uint32_t group = 1; group <= 32; group *= 2) {
    if (!range.is_for(group)) continue;
    for (const pair_kernel_size& kernel : kernels_) {
      const std::uint32_t pass = group * kernel.rows;
      pair_shape shape{group, kernel.rows, std::max(1u, (query_length + pass - 1) / pass)};
      if (kernel.is_for_passes != (shape.n_passes > 1)) continue;
      if (kernel.is_for_passes && group < min_group_of_passes) continue;
      look_at(kernel, shape);
      if (window < range.longest) {
        shape.window = static_cast<std::uint32_t>(window);
        look_at(kernel, shape);
      }
    }
  }
  return best;
}

}  // namespace exonweave::gpu

// How many lanes share a pair of alignments, with how many rows of the query each. Plain C++.
//
// Many lanes cost time at both ends of a sequence, where not all of them have a column; many rows of a lane cost time
// where a query does not fill them, and a long sequence's lanes work on when all others have ended. So short sequences
// are for small groups, and long ones for large groups of few rows, for passes side by side, and for windows
// (pair_lane.cuh): a scan's pairs are split in ranges of like lengths, each with shapes of its own.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace exonweave::gpu {

constexpr std::uint32_t no_span = std::numeric_limits<std::uint32_t>::max();

struct pair_shape {
  std::uint32_t group = 1;  // lanes of a pair
  std::uint32_t rows = 16;  // of a lane
  std::uint32_t n_passes = 1;
  std::uint32_t window = 0;  // columns, a multiple of 8; 0: sequences are not cut
  bool is_alone = false;     // on multiprocessors that nothing else runs on: what everything else would wait for
  auto operator<=>(const pair_shape&) const = default;
};

/// Pairs of like lengths, of neighbours in the blocks' order.
struct length_range {
  std::uint32_t first_pair = 0, n_pairs = 0;
  std::uint32_t longest = 0;    // residues
  std::uint64_t n_columns = 0;  // of all its pairs

  /// Whether a warp's pairs are then all of the range, and of one block.
  [[nodiscard]] bool is_for(std::uint32_t group) const {
    return first_pair % (32 / group) == 0 && n_pairs % (32 / group) == 0;
  }
};

/// Windows that hold every stretch of half a window's length whole; the first begins with the sequence, each other one
/// half a window after the one before. `window` 0: 1.
std::uint32_t n_windows(std::uint32_t longest, std::uint32_t window);

/// In the blocks' order, which is that of descending lengths. `lengths`: [n_blocks][block_width], 0 where there is no
/// sequence. A pair has so many sequences: 1 where it is a pair of queries.
std::vector<length_range> split_by_length(std::span<const std::uint32_t> lengths, std::uint32_t sequences_of_pair);

/// Columns of a sequence that an alignment covers at most: `length` pairs, and residues in gaps at `extend` each, of
/// which it can pay for `most` - `least`. no_span where it is not bounded. `most`: what the query scores at most with
/// anything.
std::uint32_t longest_span(std::uint32_t length, std::int64_t most, std::int32_t least, std::int32_t extend);

/// A kernel as the chooser sees it.
struct pair_kernel_size {
  std::uint32_t rows = 0;
  bool is_for_passes = false;
  std::uint32_t warps = 0;  // of a multiprocessor at once
};

/// Of one device.
class shape_chooser {
 public:
  /// `n_cells`: of all that the device does at once.
  shape_chooser(std::vector<pair_kernel_size> kernels, unsigned n_multiprocessors, std::uint64_t n_cells);

  /// `span`: longest_span() of the query.
  [[nodiscard]] pair_shape choose(std::uint32_t query_length, std::uint32_t span, const length_range& range) const;

 private:
  [[nodiscard]] double cycles(const pair_kernel_size& kernel, const pair_shape& shape, const length_range& range) const;

  std::vector<pair_kernel_size> kernels_;
  double n_multiprocessors_;
  double whole_cycles_;  // what all cells take
};

}  // namespace exonweave::gpu

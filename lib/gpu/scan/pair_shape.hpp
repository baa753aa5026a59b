// How many lanes share a pair of sequences, with how many rows of the query each. Plain C++.
//
// Many lanes cost time at both ends of a sequence, where not all of them have a column; many rows of a lane cost time where a query
// does not fill them, and a long sequence's lanes work on when all others have ended. So short sequences are for small groups, and
// long ones for large groups: a scan's blocks are split in ranges of like lengths, each with shapes of its own.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace exonweave::gpu {

struct pair_shape {
  std::uint32_t group = 1;  // lanes of a pair
  std::uint32_t rows = 16;  // of a lane
  std::uint32_t n_passes = 1;
  auto operator<=>(const pair_shape&) const = default;
};

/// Blocks of like lengths.
struct length_range {
  std::uint32_t first_block = 0, n_blocks = 0;
  std::uint32_t longest = 0;    // residues
  std::uint64_t n_columns = 0;  // of all its pairs
};

/// In the blocks' order, which is that of descending lengths. `longest`: [n_blocks]. `block_at`: [n_blocks + 1] words.
std::vector<length_range> split_by_length(std::span<const std::uint32_t> longest,
                                          std::span<const std::uint64_t> block_at);

/// Of one device.
class shape_chooser {
 public:
  /// `rows`: those that there are kernels for. `n_cells`: of all that the device does at once.
  shape_chooser(std::vector<std::uint32_t> rows, unsigned n_multiprocessors, std::uint64_t n_cells);

  [[nodiscard]] pair_shape choose(std::uint32_t query_length, const length_range& range) const;

 private:
  [[nodiscard]] double cycles(const pair_shape& shape, const length_range& range) const;

  std::vector<std::uint32_t> rows_;
  double rows_per_cycle_;  // of lanes, all over the device
  double whole_cycles_;    // what all cells take
};

}  // namespace exonweave::gpu

// The rows inside one run, for the traceback: all of them when they fit, else every K-th and one block between,
// K = sqrt(rows), recomputed as the traceback climbs. Rows 0 to 8 with K = 3:
//
//   checkpoints 0 3 6 stay; of the blocks [6, 8], [3, 6], [0, 3] one is held at a time.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "spliced/problem.hpp"

namespace exonweave::spliced {

class run_rows {
 public:
  /// Rows 0 (`entry`, its entry row) to n_residues of run `v`, over the columns of `entry`, [0, entry.size()).
  /// They take at most `memory` bytes, or least_memory() where that is more.
  run_rows(const problem& p, node_id v, std::vector<score> entry, std::uint64_t memory);

  /// Bytes for a run of n_rows over n_columns when rows are recomputed in blocks.
  [[nodiscard]] static std::uint64_t least_memory(std::uint64_t n_rows, std::uint64_t n_columns);

  /// S(row, column); cheap for rows asked for in descending order.
  [[nodiscard]] score at(std::uint32_t row, std::size_t column);

  [[nodiscard]] std::uint64_t cells_computed() const { return cells_computed_; }

 private:
  void hold_block(std::size_t block);
  void compute_next(std::span<const score> above, std::size_t row, std::span<score> out);

  const problem& problem_;
  std::span<const residue_code> residues_;
  std::size_t n_columns_;
  std::size_t block_rows_;             // K
  std::vector<score> checkpoints_;     // rows 0, K, 2K, ..., [n][n_columns]
  std::vector<score> held_;            // rows of the held block, [K + 1][n_columns]
  std::size_t held_block_ = SIZE_MAX;  // which block that is
  std::uint64_t cells_computed_ = 0;
};

}  // namespace exonweave::spliced

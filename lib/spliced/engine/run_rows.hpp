// The rows inside one run, for the traceback: all of them when they fit, else every K-th and one block between,
// K = sqrt(rows), recomputed as the traceback climbs. Rows 0 to 8 with K = 3:
//
//   checkpoints 0 3 6 stay; of the blocks [6, 8], [3, 6], [0, 3] one is held at a time.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "spliced/engine/problem.hpp"

namespace exonweave::spliced {

class run_rows {
 public:
  /// Rows 0 (`entry`, its entry row) to n_residues of run `v`, each of p.layout(). They take at most `memory` bytes,
  /// or min_memory() where that is more. Problem and profile must outlive the rows.
  run_rows(const problem& p, const target_profile& profile, node_id v, std::vector<score> entry, std::uint64_t memory);

  /// Bytes for a run of n_rows, each of `width` scores, when rows are recomputed in blocks.
  [[nodiscard]] static std::uint64_t min_memory(std::uint64_t n_rows, std::uint64_t width);

  /// Row i; valid until the next call. Cheap for rows requested in descending order.
  [[nodiscard]] std::span<const score> row(std::uint32_t i);

  /// Rows computed so far, recomputation included.
  [[nodiscard]] std::uint64_t rows_computed() const { return rows_computed_; }

 private:
  void hold_block(std::size_t block);
  void compute_next(std::span<const score> above, std::size_t row, std::span<score> out);

  const problem& problem_;
  const target_profile& profile_;
  node_id run_;
  std::span<const residue_code> residues_;
  std::size_t width_;
  std::size_t block_rows_;             // K
  std::vector<score> checkpoints_;     // rows 0, K, 2K, ..., each [width]
  std::vector<score> held_;            // rows of the held block, [K + 1][width]
  std::size_t held_block_ = SIZE_MAX;  // which block that is
  std::uint64_t rows_computed_ = 0;
};

}  // namespace exonweave::spliced

// How one DP row lies in memory: planes of columns 0..n, then the two cells of the ends, each only where the scoring
// has it. For n = 3 with all:
//
//   best 0 1 2 3 | vertical 0 1 2 3 | lead trail
//
// best:     S(i, j), the best score of all states.
// vertical: F(i, j), the best score of paths that end in an unaligned residue. Affine gaps only; it goes from exon to
//           exon with the rest of the row, so that a gap may span introns.
// lead:     no target symbol is aligned yet and none of the residues so far is: the chain's unaligned beginning.
// trail:    the last pair is after; all residues since are the chain's unaligned end (also when there are none).
#pragma once

#include <cstddef>
#include <span>

#include "spliced/scoring/score.hpp"

namespace exonweave::spliced {

struct row_layout {
  std::size_t n_columns = 0;  // n + 1
  bool has_vertical = false;
  bool has_ends = false;

  [[nodiscard]] std::size_t width() const {  // scores
    return n_columns * (has_vertical ? 2 : 1) + (has_ends ? 2 : 0);
  }
  [[nodiscard]] std::size_t vertical_at(std::size_t j) const { return n_columns + j; }
  [[nodiscard]] std::size_t lead_at() const { return width() - 2; }
  [[nodiscard]] std::size_t trail_at() const { return width() - 1; }

  template <class Score>
  [[nodiscard]] std::span<Score> best(std::span<Score> row) const {
    return row.first(n_columns);
  }
  /// Empty for linear gaps.
  template <class Score>
  [[nodiscard]] std::span<Score> vertical(std::span<Score> row) const {
    return row.subspan(n_columns, has_vertical ? n_columns : 0);
  }
  bool operator==(const row_layout&) const = default;
};

}  // namespace exonweave::spliced

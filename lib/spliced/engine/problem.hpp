// One alignment problem: a target, a graph of rows, and the scoring between them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "spliced/graph/graph_view.hpp"
#include "spliced/scoring/score.hpp"
#include "spliced/scoring/substitution.hpp"

namespace exonweave::spliced {

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

struct problem {
  graph_view graph;
  std::span<const residue_code> target;               // t_1..t_n
  const substitution_matrix* substitution = nullptr;  // d(u, v); never null
  gap_costs gaps;
  bool free_target_ends = false;  // the target may begin and end outside the chain at no cost
  // What the residues before the first pair of a chain, and those after its last, cost in place of a gap: each
  // of the two stretches open + k * extend. Nothing: they are gaps like any.
  std::optional<gap_costs> residue_ends;

  [[nodiscard]] std::size_t n_columns() const { return target.size() + 1; }  // columns 0..n
  [[nodiscard]] row_layout layout() const { return {n_columns(), gaps.open != 0, residue_ends.has_value()}; }

  /// The cost of leaving the first j target symbols, or the last n - j, outside the chain, negative.
  [[nodiscard]] score before(std::size_t j) const { return free_target_ends ? 0 : -gaps.of(j); }
  [[nodiscard]] score after(std::size_t j) const { return before(target.size() - j); }
};

/// A bound on the absolute value of any reachable cell: over all paths, the largest cost or gain of each row and
/// column, by its symbol and its gap weight, plus the weights of the edges. The problem can be computed in 32 bits when
/// it is below score_limit.
std::int64_t score_bound(const problem& p);

/// The best score and where the target ends in it, from the sink's row: column n, or with free target ends the
/// largest column that attains the maximum. Where only unaligned residues after the last pair attain it,
/// `column` is n + 1. The score is unreachable when no chain reaches the sink.
struct best_end {
  score total = unreachable;
  std::size_t column = 0;
};
best_end find_best_end(const problem& p, std::span<const score> sink_row);

}  // namespace exonweave::spliced

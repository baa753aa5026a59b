// One alignment problem: a target, a graph of rows, and the scoring between them.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "spliced/engine/row_layout.hpp"
#include "spliced/graph/graph_view.hpp"
#include "spliced/scoring/gap_costs.hpp"
#include "spliced/scoring/substitution.hpp"

namespace exonweave::spliced {

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

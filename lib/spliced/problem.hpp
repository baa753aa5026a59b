// One alignment problem: a target, a graph of rows, and the scoring between them.
#pragma once

#include <cstdint>
#include <span>

#include "spliced/graph_view.hpp"
#include "spliced/substitution.hpp"

namespace exonweave::spliced {

struct problem {
  graph_view graph;
  std::span<const residue_code> target;               // t_1..t_n
  const substitution_matrix* substitution = nullptr;  // d(u, v); never null
  score gap = 0;                                      // eps: linear cost per unaligned symbol, >= 0
  bool free_target_ends = false;  // the target may begin and end outside the chain at no cost

  [[nodiscard]] std::size_t n_columns() const { return target.size() + 1; }  // columns 0..n

  /// The source's row at column j: -j*eps, or 0 with free target ends.
  [[nodiscard]] score before(std::size_t j) const {
    return free_target_ends ? 0 : -static_cast<score>(j) * gap;
  }
};

/// A bound on the absolute value of any reachable cell: over all paths, rows and columns times the largest
/// cost or gain of one, plus the weights of the edges. The problem can be computed in 32 bits when it is
/// below score_limit.
std::int64_t score_bound(const problem& p);

/// The best score and the column in which it stands, from the sink's row: column n, or with free target ends
/// the largest column that attains the maximum. The score is unreachable when no chain reaches the sink.
struct best_end {
  score total = unreachable;
  std::size_t column = 0;
};
best_end find_best_end(const problem& p, std::span<const score> sink_row);

}  // namespace exonweave::spliced

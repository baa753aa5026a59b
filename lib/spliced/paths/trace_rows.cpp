#include "spliced/paths/trace_rows.hpp"

#include <algorithm>
#include <stdexcept>

namespace exonweave::spliced {
namespace {

// E(i,j) = max( E(i,j-1), S(i,j-1) - o ) - e for columns 0 to `column`.
std::vector<score> gaps_along(gap_costs gaps, std::span<const score> best, std::size_t column) {
  std::vector<score> E(column + 1, unreachable);
  for (std::size_t j = 1; j <= column; ++j) E[j] = std::max(E[j - 1], best[j - 1] - gaps.open) - gaps.extend;
  return E;
}

}  // namespace

score trace_rows::value(node_row position, plane letter, std::size_t column) {
  switch (letter) {
    case plane::best:
      return is_settled(column) ? cell(position, column).S : unreachable;
    case plane::vertical:
      return is_settled(column) ? cell(position, column).F : unreachable;
    case plane::lead:
      return pass_.lead(position);
    case plane::trail:
      return pass_.trail(position);
    case plane::horizontal:
      break;
  }
  throw std::logic_error("traceback: E is no stored cell");
}

score trace_rows::gap(node_row position, std::size_t column) {
  const auto kept = std::ranges::find(gaps_, position, &gap_row::position);
  if (kept != gaps_.end()) return kept->E.at(column);
  pass_.expect({&position, 1}, column + 1);
  gaps_.push_back({position, gaps_along(input().gaps, pass_.best_of(position, column + 1), column)});
  return gaps_.back().E[column];
}

std::size_t trace_rows::last_pair(node_row position, score trail, std::size_t least) {
  const std::size_t n_columns = input().n_columns();
  const auto best = pass_.best_of(position, n_columns);
  for (std::size_t j = n_columns; j-- > least;)
    if (best[j] + input().after(j) - input().residue_ends->open == trail) return j;
  return n_columns;
}

}  // namespace exonweave::spliced

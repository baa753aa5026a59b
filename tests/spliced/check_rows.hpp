// Every row that a pass gives, beside the rows of the recurrence.
#pragma once

#include <algorithm>
#include <ranges>
#include <vector>

#include "catch.hpp"
#include "spliced/engine/recurrence.hpp"
#include "spliced/engine/row_pass.hpp"

namespace exonweave::testing {

// Rows by node: the entry row, then one per residue.
inline std::vector<std::vector<std::vector<spliced::score>>> all_rows(const spliced::problem& p) {
  const spliced::target_profile profile(*p.substitution, p.target);
  std::vector<std::vector<std::vector<spliced::score>>> rows(p.graph.size());
  for (spliced::node_id v = 0; v < p.graph.size(); ++v) {
    rows[v].emplace_back(p.layout().width());
    spliced::entry_row(
        p, profile, v, [&](spliced::node_id u) { return std::span<const spliced::score>(rows[u].back()); }, rows[v][0]);
    const auto residues = p.graph.residues_of(v);
    for (std::uint32_t i = 1; i <= residues.size(); ++i) {
      std::vector<spliced::score> next(p.layout().width());
      spliced::next_row(p, {rows[v].back(), profile.of(residues[i - 1]), 0, p.graph.weight_of_row(v, i)}, next);
      rows[v].push_back(std::move(next));
    }
  }
  return rows;
}

// Equal, or too low to be a part of any path that scores more than `exact_above`.
inline bool are_alike(spliced::score found, spliced::score expected, spliced::score exact_above) {
  if (found == expected || (!spliced::is_reachable(found) && !spliced::is_reachable(expected))) return true;
  return expected < found && found <= exact_above;
}

inline void check_row(spliced::row_pass& pass, spliced::node_row row, std::span<const spliced::score> expected) {
  const auto layout = pass.input().layout();
  const auto found = pass.row(row);
  for (std::size_t c = 0; c < layout.width(); ++c) {
    INFO("node " << row.node << " row " << row.row << " place " << c << ": " << found[c] << ", not " << expected[c]);
    REQUIRE(are_alike(found[c], expected[c], pass.exact_above()));
  }
  for (std::size_t j = 0; j < layout.n_columns; ++j)
    REQUIRE(are_alike(pass.cell(row, j).S, expected[j], pass.exact_above()));
  if (row != pass.last_row(row.node)) return;
  const spliced::row_cell bound = pass.bound(row.node);
  REQUIRE(bound.S >= *std::ranges::max_element(layout.best(expected)));
  if (!layout.has_vertical) return;
  const spliced::score gap = *std::ranges::max_element(layout.vertical(expected));
  REQUIRE((bound.F >= gap || !spliced::is_reachable(gap)));
}

// Single cells ever more to the left, as a traceback reads them, and between them some rows that were announced.
inline void check_pieces(spliced::row_pass& pass, const std::vector<std::vector<std::vector<spliced::score>>>& rows) {
  const auto n_nodes = static_cast<spliced::node_id>(rows.size());
  std::size_t column = pass.input().n_columns() - 1;
  for (spliced::node_id v = n_nodes; v-- > 0; column -= column > 0 ? 1 : 0) {
    for (std::uint32_t row = 0; row < rows[v].size(); ++row)
      REQUIRE(are_alike(pass.cell({v, row}, column).S, rows[v][row][column], pass.exact_above()));
    if (v % 5 != 0) continue;
    std::vector<spliced::node_row> requested;
    for (spliced::node_id u = v % 3; u < n_nodes; u += 4) requested.push_back(pass.last_row(u));
    std::ranges::reverse(requested);
    for (std::span<const spliced::node_row> left(requested); !left.empty();) {
      const std::size_t n_ready = pass.expect(left, pass.input().n_columns());
      REQUIRE(n_ready > 0);
      for (const spliced::node_row& row : left.first(n_ready)) check_row(pass, row, rows[row.node][row.row]);
      left = left.subspan(n_ready);
    }
  }
}

/// Whole rows, cells, bounds and the end.
inline void check_pass(spliced::row_pass& pass) {
  const spliced::problem& p = pass.input();
  const auto rows = all_rows(p);
  for (auto v = static_cast<spliced::node_id>(p.graph.size()); v-- > 0;)
    for (std::size_t row = rows[v].size(); row-- > 0;)
      check_row(pass, {v, static_cast<std::uint32_t>(row)}, rows[v][row]);
  check_pieces(pass, rows);
  const auto end = spliced::find_best_end(p, rows[p.graph.sink()][0]);
  REQUIRE(are_alike(pass.end().total, end.total, pass.exact_above()));
  if (end.total > pass.exact_above() && spliced::is_reachable(end.total)) REQUIRE(pass.end().column == end.column);
}

}  // namespace exonweave::testing

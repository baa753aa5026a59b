// How long work takes before it is done: counts of units of work, and the seconds that one of each takes an engine.
//
// The paper counts cells (Nolasco and Moreano 2014, Eq. 3 to 5). A cell is one unit among others here, since a short
// target costs what its graph and its rows cost, and a long region what it costs to make its graph.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string_view>

#include "spliced/costs/priced_work.hpp"

namespace exonweave::spliced {

enum class cost_unit : std::uint8_t {
  result,                  // what each result takes, whatever it is
  problem,                 // the same of a graph that is made
  nucleotide,              // of the sequence that a graph is made for
  node,                    // of a graph that is made
  edge,                    // the same
  pass,                    // over a graph, whatever its size
  row,                     // that a pass computes: of residues, and of nodes that close
  cell,                    // of such rows
  slow_cell,               // the same in the slower lanes of an engine that has two kinds
  merge_cell,              // of rows that are computed on edges: residues of split codons
  join_cell,               // where a row becomes the larger of two
  far_join_cell,           // the same where the other row has left the caches
  bound,                   // a row of which bounds are kept: last rows of exons
  bound_cell,              // of such rows
  path_cell,               // the square of the columns where a path is read, which is about as long
  read_cell,               // of the rows that it is read from
  read_merge_cell,         // the same of rows computed on edges
  alternative_row,         // where alternatives are looked for too, in rows from both ends: this and the next three
  alternative_cell,        // as read_cell
  alternative_merge_cell,  // as read_merge_cell
  alternative_path_cell,   // as path_cell
  exon,                    // of a literal graph; this and the next three are what the paper's accelerators do
  diagonal,                // Eq. 4: anti-diagonals of all exons, one after the other
  group,                   // of exons that overlap
  group_diagonal,          // Eq. 5: anti-diagonals of the longest exons of all groups
  track_base,   // of a track that is made, with its program: this and the rest is what sweeps do, next to `result`
  sweep_row,    // that a sweep computes, in whatever way
  sweep_cell,   // of such rows
  block_cell,   // of rows that are computed again, with what crosses them, where a best chain is
  chain_cell,   // of the codons of a best chain: of those rows it is read off
  margin_cell,  // of rows that are computed again for exons' margins
};

constexpr auto unit_names(cost_unit) {
  // clang-format off
  return std::to_array<std::string_view>(
      {"result", "problem", "nucleotide", "node", "edge", "pass", "row", "cell", "slow_cell", "merge_cell", "join_cell",
       "far_join_cell", "bound", "bound_cell", "path_cell", "read_cell", "read_merge_cell", "rival_row", "rival_cell",
       "rival_merge_cell", "rival_path_cell", "exon", "diagonal", "group", "group_diagonal", "track_base", "sweep_row",
       "sweep_cell", "block_cell", "chain_cell", "margin_cell"});
  // clang-format on
}

using by_cost_unit = by_unit<cost_unit>;
using timed_costs = timed_work<cost_unit>;

/// What targets and exons are. Counts being equal, graphs of candidates cost more to make and to read than those of own
/// blocks, and rows of codons are others than those of nucleotides: each kind has prices of its own.
enum class work_kind : std::uint8_t { cdna_on_candidates, cdna_on_blocks, protein_on_candidates, protein_on_blocks };

constexpr std::size_t n_work_kinds = 4;

/// As it is called above.
std::string_view to_string(work_kind kind);

/// What a GPU takes to begin with, about.
constexpr double gpu_start_seconds = 0.4;

/// Some of the units.
struct cost_unit_set {
  std::array<bool, by_cost_unit::names.size()> holds{};  // [cost_unit]

  static cost_unit_set all();
  [[nodiscard]] cost_unit_set without(std::initializer_list<cost_unit> units) const;
};

/// What is known of an engine on a machine.
struct cost_model : work_prices<cost_unit> {
  // 90% of what was measured lay between these, times what was predicted.
  double low = 1, high = 1;
  double median_error = 0;  // half of the predictions were off by at most this part of themselves
  double late_error = 0;    // nine of ten were
};

/// Units that are not `priced` cost 0. Range and errors are those of predictions for samples of 1 ms or more that the
/// fit has not seen: every fifth is held back in turn (1 and 0 for fewer than two such samples).
cost_model fit_costs(std::span<const timed_costs> samples, const cost_unit_set& priced = cost_unit_set::all());

}  // namespace exonweave::spliced

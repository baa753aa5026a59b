// Which pieces are one strip.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "gpu/strips/strip_program.hpp"

namespace exonweave::gpu {

// The first step from a schedule to strips: what slots hold as a DAG of rows, and runs as pieces that a strip can hold.

struct piece_input {
  std::uint32_t piece = 0;
  spliced::score weight = 0;
};

/// Leaves one row: the max over its inputs of (their rows + weight), or after it that of its last residue.
struct run_piece {
  std::vector<piece_input> inputs;  // none: the source, which is piece 0, or nothing that is left
  std::uint64_t first_residue = 0;
  std::uint32_t n_rows = 0;  // at most max_strip_rows

  [[nodiscard]] bool is_left(std::size_t index) const { return index == 0 || !inputs.empty(); }
};

struct piece_graph {
  std::vector<run_piece> pieces;  // each after those that it reads
  std::vector<std::uint32_t> n_readers;
  std::optional<piece_input> sink;  // which has the row of the sink; nothing reaches it where that is nothing

  /// Of a schedule of sources, merges and runs.
  static piece_graph of(const spliced::row_schedule& schedule);
};

/// Pieces that become one task.
struct strip_group {
  std::vector<std::uint32_t> pieces;  // each reads the one before it, with weight 0
  std::uint32_t rows_per_lane = 0;    // 0: a gather, or the source
};

/// Each piece in one group. Groups may be sorted such that each comes after those that it reads (order_groups).
struct strip_groups {
  std::vector<strip_group> groups;
  std::vector<std::uint32_t> of_piece;

  static strip_groups of(const piece_graph& graph);

  /// [groups] Their numbers in such an order.
  [[nodiscard]] std::vector<std::uint32_t> order(const piece_graph& graph) const;
};

/// Lanes that a piece takes.
inline std::uint32_t lanes_of(const run_piece& piece, std::uint32_t rows_per_lane) {
  return (piece.n_rows + rows_per_lane - 1) / rows_per_lane;
}

/// Whether a piece reads more than the one above it in its group.
inline bool has_entry(const run_piece& piece, bool is_first) { return is_first || piece.inputs.size() > 1; }
/// Whether an input is the piece above in the same group: its row comes from lane to lane.
inline bool is_above(const piece_input& input, std::optional<std::uint32_t> above) {
  return above && input.piece == *above && input.weight == 0;
}

}  // namespace exonweave::gpu

// Which pieces are one strip.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "gpu/strips/run_pieces.hpp"

namespace exonweave::gpu {

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

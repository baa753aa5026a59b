// The first step from a schedule to strips: what slots hold as a DAG of rows, and runs as pieces that a strip can hold.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "gpu/strips/strip_program.hpp"

namespace exonweave::gpu {

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

}  // namespace exonweave::gpu

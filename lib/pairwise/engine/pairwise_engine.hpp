// What is known of an engine of `scan` or `align` without making it: one of a GPU on a machine without GPUs as well.
// Each engine declares its own next to itself, once; who shows, prices or chooses engines reads them in the registries.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "pairwise/engine/pairwise_unit.hpp"

namespace exonweave {

/// Pairs that an engine of `align` aligns together.
struct batch_limits {
  std::size_t max_pairs = 0;    // 0: it aligns one at a time
  std::uint64_t max_cells = 0;  // of all of them, unless one alone has more
};

struct pairwise_engine {
  std::string_view command = {};  // "scan" or "align"
  std::string_view name = {};
  bool is_of_gpu = false;
  bool is_automatic = false;  // `auto` may take it
  bool needs_linear_gaps = false;
  std::uint64_t max_cells = 0;  // of a pair, beyond which it is for others; 0: any
  batch_limits batch{};
  double path_cell_bytes = 0;  // of a GPU's memory, for a cell of a pair whose path is requested: see device_bytes()
  double column_bytes = 0;     // likewise for a residue of a target, with a path or without one
  // What one of each unit takes, in cells of a cost model: of its device_cell where the engine is of a GPU, else of its
  // cell (docs/benchmarks/log/scan.md, align.md). Zeros: not known.
  by_pairwise_unit rates{};

  [[nodiscard]] constexpr bool has_rates() const { return rates[pairwise_unit::cell] > 0; }
};

}  // namespace exonweave
